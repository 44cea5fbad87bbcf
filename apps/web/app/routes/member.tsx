import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { Outlet } from "react-router";
import { SessionGate } from "~/features/accounts/session-gate.tsx";
import { useMessaging } from "~/features/messaging/use-messaging.ts";
import { usePresencePulse, usePresenceWatch } from "~/features/presence/use-presence.ts";
import { BrandBar } from "~/features/shell/brand-bar.tsx";
import { Shell } from "~/features/shell/shell.tsx";
import { forgetAtMemberChange, queryClient } from "~/platform/query.ts";
import { useMember } from "~/platform/session.ts";

/** Every screen that needs a signed-in member. */
export default function MemberLayout() {
  useEffect(forgetAtMemberChange, []);
  return (
    <SessionGate access="member" header={<BrandBar />}>
      <QueryClientProvider client={queryClient}>
        <MemberScreens />
      </QueryClientProvider>
    </SessionGate>
  );
}

function MemberScreens() {
  usePresencePulse();
  usePresenceWatch();
  const unreadMessages = useMessaging(useMember());
  return (
    <Shell unreadMessages={unreadMessages}>
      <Outlet />
    </Shell>
  );
}
