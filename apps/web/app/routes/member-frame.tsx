import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import type { Ears } from "~/features/messaging/desk.ts";
import { useMessaging } from "~/features/messaging/use-messaging.ts";
import { askNotifications, showWaitingCount, useWaitingCount } from "~/features/notifications/queries.ts";
import { usePresencePulse, usePresenceWatch } from "~/features/presence/use-presence.ts";
import { Shell } from "~/features/shell/shell.tsx";
import type { PanelProps, ShellPanels } from "~/features/shell/shell-context.ts";
import { logFailure } from "~/platform/log.ts";
import { forgetAtMemberChange, queryClient } from "~/platform/query.ts";
import { refreshPeople, refreshSelf } from "~/platform/refresh.ts";
import { useMember } from "~/platform/session.ts";
import { useWorker } from "~/platform/worker.ts";
import { Later } from "~/ui/later.tsx";
import { PanelSkeleton } from "~/ui/panel.tsx";

/** What is alive around every screen of a signed-in member: bars, badges, messages, presence. */
export function MemberFrame({ children }: { children: ReactNode }) {
  useEffect(forgetAtMemberChange, []);
  return (
    <QueryClientProvider client={queryClient}>
      <LiveShell>{children}</LiveShell>
    </QueryClientProvider>
  );
}

function LiveShell({ children }: { children: ReactNode }) {
  useWorker();
  usePresencePulse();
  usePresenceWatch();
  const unread = { messages: useMessaging(useMember(), ears), notifications: useWaitingCount() };
  return (
    <Shell unread={unread} panels={panels}>
      {children}
    </Shell>
  );
}

const ears: Ears = {
  hear: (news) => {
    if (news.kind === "notifications") showWaitingCount(news.unread);
    else if (news.what === "self") refreshSelf();
    else meetPeopleAgain();
  },
  arrive: (isFirst) => {
    if (isFirst) return askNotifications();
    refreshSelf();
    meetPeopleAgain();
  },
};

/** Somebody went out of sight, or came into it: what they left in the bell too. */
function meetPeopleAgain(): void {
  refreshPeople();
  askNotifications();
}

// The code of what is in the dropdowns comes when one is opened.
const panels: ShellPanels = { Messages, Notifications, NotificationsAction };

const noteFailure = (error: unknown) => logFailure("loading the code of a dropdown", error);
const importNotifications = () => import("~/features/notifications/notifications-panel.tsx");
const loadNotifications = () => importNotifications().then((file) => file.NotificationsPanel);
const loadAction = () => importNotifications().then((file) => file.NotificationsAction);
const loadMessages = () => import("~/features/messaging/messages-panel.tsx").then((file) => file.MessagesPanel);

function Messages(props: PanelProps) {
  return <Later load={loadMessages} given={props} waiting={<PanelSkeleton />} onFailure={noteFailure} />;
}

function Notifications(props: PanelProps) {
  return <Later load={loadNotifications} given={props} waiting={<PanelSkeleton />} onFailure={noteFailure} />;
}

function NotificationsAction() {
  return <Later load={loadAction} given={{}} onFailure={noteFailure} />;
}
