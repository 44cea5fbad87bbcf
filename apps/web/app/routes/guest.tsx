import { useEffect } from "react";
import { Outlet } from "react-router";
import { GuestGate } from "~/features/accounts/gates/guest-gate.tsx";
import { forgetBadge } from "~/platform/app-badge.ts";

export default function GuestLayout() {
  // A session that ended while no page was open left its unread count on the icon.
  useEffect(forgetBadge, []);
  return (
    <GuestGate>
      <Outlet />
    </GuestGate>
  );
}
