import { type ReactNode, useEffect, useState } from "react";
import type { LiveListeners } from "~/features/messaging/messaging-client.ts";
import { useMessaging } from "~/features/messaging/use-messaging.ts";
import { refetchNotifications, showWaitingCount, useWaitingCount } from "~/features/notifications/queries.ts";
import { usePresencePing, usePresenceWatch } from "~/features/presence/use-presence.ts";
import { Shell } from "~/features/shell/shell.tsx";
import type { PanelProps, ShellPanels } from "~/features/shell/shell-context.ts";
import { forgetClosedLayers } from "~/platform/back-layers.ts";
import { hadFirstAnswers } from "~/platform/first-answers.ts";
import { logFailure } from "~/platform/log.ts";
import { MemberQueries } from "~/platform/member-queries.tsx";
import { refresh } from "~/platform/refresh.ts";
import { useMember } from "~/platform/session.ts";
import { useWorker } from "~/platform/worker.ts";
import { PanelSkeleton } from "~/ui/basics/panel.tsx";
import { LazyPart, lazyPart, useIsInUse, usePreload } from "~/ui/states/lazy-part.tsx";

/** Runs around every screen of a signed-in member: bars, badges, messages and presence. */
export function MemberFrame({ children }: { children: ReactNode }) {
  useEffect(forgetClosedLayers, []);
  return (
    <MemberQueries>
      <LiveShell>{children}</LiveShell>
    </MemberQueries>
  );
}

function LiveShell({ children }: { children: ReactNode }) {
  useWorker();
  usePresencePing();
  usePresenceWatch();
  usePreload(MessagesPanel, NotificationsPanel);
  const me = useMember();
  // Stored, because the session changes once the welcome is shown.
  const [isWelcomeDue] = useState(me.isWelcomeDue);
  const unread = { messages: useMessaging(me, liveListeners), notifications: useWaitingCount() };
  return (
    <Shell unread={unread} panels={panels}>
      {children}
      {(useIsInUse() || isWelcomeDue) && (
        <LazyPart isQuiet>
          <MemberMoments unreadMessages={unread.messages} isWelcomeDue={isWelcomeDue} />
        </LazyPart>
      )}
    </Shell>
  );
}

const liveListeners: LiveListeners = {
  onEvent: (event) => {
    if (event.kind === "notifications") showWaitingCount(event.unread);
    else if (event.kind === "match") popUpMatch(event.withId);
    else if (event.what === "self") refresh("self");
    else refreshPeopleAndNotifications();
  },
  onConnected: (isFirst) => {
    // The member's own data is reloaded on the first connection too, because this tab missed changes between the page's
    // first answers and the connection.
    refresh("self");
    // Members loaded before this connection, with the page or before a break, may be hidden by now.
    if (isFirst && !hadFirstAnswers()) refetchNotifications();
    else refreshPeopleAndNotifications();
  },
};

/** Loaded when needed: matches are rare. */
function popUpMatch(withId: string): void {
  import("~/features/notifications/match-pop-up.ts").then(
    (file) => file.popUpMatch(withId),
    (error: unknown) => logFailure("loading the code of a match", error),
  );
}

/**
 * Called when a member may have been hidden or shown again. Their notifications change with them, so these are reloaded
 * too.
 */
function refreshPeopleAndNotifications(): void {
  refresh("people");
  refetchNotifications();
}

const MemberMoments = lazyPart(() => import("./member-moments.tsx").then((file) => file.MemberMoments));

const panels: ShellPanels = { Messages, Notifications, NotificationsAction };

const importNotifications = () => import("~/features/notifications/notifications-panel.tsx");
const NotificationsPanel = lazyPart(() => importNotifications().then((file) => file.NotificationsPanel));
const NotificationsPanelAction = lazyPart(() => importNotifications().then((file) => file.NotificationsAction));
const MessagesPanel = lazyPart(() =>
  import("~/features/messaging/list/messages-panel.tsx").then((file) => file.MessagesPanel),
);

function Messages(props: PanelProps) {
  return (
    <LazyPart fallback={<PanelSkeleton />}>
      <MessagesPanel {...props} />
    </LazyPart>
  );
}

function Notifications(props: PanelProps) {
  return (
    <LazyPart fallback={<PanelSkeleton />}>
      <NotificationsPanel {...props} />
    </LazyPart>
  );
}

function NotificationsAction() {
  return (
    // No load failure is shown here, because the panel already shows one.
    <LazyPart isQuiet>
      <NotificationsPanelAction />
    </LazyPart>
  );
}
