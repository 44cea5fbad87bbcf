import { Outlet } from "react-router";
import { SessionGate } from "~/features/accounts/session-gate.tsx";
import { BrandBar } from "~/features/shell/brand-bar.tsx";
import { MemberFrame } from "./member-frame.tsx";

/** Every screen that needs a signed-in member. */
export default function MemberLayout() {
  return (
    <SessionGate access="member" header={<BrandBar />}>
      <MemberFrame>
        <Outlet />
      </MemberFrame>
    </SessionGate>
  );
}
