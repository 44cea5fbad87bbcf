import { Outlet } from "react-router";
import { SessionGate } from "~/features/accounts/gates/session-gate.tsx";
import { BrandBar } from "~/features/shell/brand-bar.tsx";
import { FirstScreenAgain } from "~/features/shell/first-screen.tsx";
import { MemberFrame } from "./member-frame.tsx";

/** Every screen that needs a signed-in member. */
export default function MemberLayout() {
  return (
    <SessionGate access="member" loading={<FirstScreenAgain />} header={<BrandBar />}>
      <MemberFrame>
        <Outlet />
      </MemberFrame>
    </SessionGate>
  );
}
