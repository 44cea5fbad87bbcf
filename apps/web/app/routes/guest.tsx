import { Outlet } from "react-router";
import { GuestGate } from "~/features/accounts/gates/guest-gate.tsx";

export default function GuestLayout() {
  return (
    <GuestGate>
      <Outlet />
    </GuestGate>
  );
}
