import type { ReactNode } from "react";
import { Outlet } from "react-router";
import { SessionGate } from "~/features/accounts/gates/session-gate.tsx";
import { FirstScreenAgain } from "~/features/shell/arrival/first-screen.tsx";
import { BrandBar } from "~/features/shell/brand-link.tsx";
import { useMember } from "~/platform/session.ts";
import { LazyPart, lazyPart } from "~/ui/states/lazy-part.tsx";
import { MemberFrame } from "./member-frame.tsx";

// Loaded when needed: during a pending erasure, without the consent to sensitive data, or before an assured age at
// entry.
const GateFrame = lazyPart(() => import("./gate-frame.tsx").then((file) => file.GateFrame));

/** The frame of every screen that requires a sign-in. */
export default function MemberLayout() {
  return (
    <SessionGate access="member" loading={<FirstScreenAgain />} header={<BrandBar />}>
      <Frame>
        <Outlet />
      </Frame>
    </SessionGate>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const { ageGate, lacksConsent, erasesAt } = useMember();
  if (ageGate !== "entry" && !lacksConsent && !erasesAt) return <MemberFrame>{children}</MemberFrame>;
  return (
    <LazyPart fallback={<FirstScreenAgain />}>
      <GateFrame>{children}</GateFrame>
    </LazyPart>
  );
}
