import { relativeTime } from "@caramelo/contract/formats/ages";
import { useQuery } from "@tanstack/react-query";
import { Bell, Eye, Heart, type LucideIcon, ReceiptText, ShieldAlert, Sparkles } from "lucide-react";
import { Link } from "react-router";
import { useMoment } from "~/platform/use-moment.ts";
import { cx } from "~/ui/basics/cx.ts";
import { PanelEmpty, PanelSkeleton } from "~/ui/basics/panel.tsx";
import { Avatar } from "~/ui/members/avatar.tsx";
import { useDismissal, useDismissalOfAll } from "./dismissals.ts";
import { notificationList } from "./queries.ts";
import { describeNotification } from "./rules.ts";
import type { Notification } from "./waiting-rules.ts";

type Props = {
  /** Called when a notification was opened, which opens another screen. */
  onLeave: () => void;
};

/** The unread notifications, one row per person, latest first. */
export function NotificationsPanel({ onLeave }: Props) {
  const { data } = useQuery(notificationList());
  const now = useMoment();
  const dismissal = useDismissal();
  if (!data) return <PanelSkeleton />;
  if (data.notifications.length === 0) return <PanelEmpty icon={Bell}>Nenhuma notificação</PanelEmpty>;
  return (
    <ul aria-label="Notificações">
      {data.notifications.map((notification) => (
        <Row
          // A row keeps its focus when something new joins it. Rows of the last release may link to the same screen.
          key={notification.types ? describeNotification(notification).path : notification.id}
          notification={notification}
          now={now}
          onOpen={() => {
            dismissal.mutate(notification);
            onLeave();
          }}
        />
      ))}
    </ul>
  );
}

/** The button "Marcar todas como lidas", shown while there are unread notifications. */
export function NotificationsAction() {
  const { data } = useQuery(notificationList());
  const dismissal = useDismissalOfAll();
  if (!data || data.unread === 0) return null;
  return (
    <button
      type="button"
      onClick={() => dismissal.mutate()}
      className="min-h-11 rounded-control px-2 text-14 font-semibold text-primary hover-mouse:bg-primary/8"
    >
      Marcar todas como lidas
    </button>
  );
}

const ICONS: Partial<Record<string, { icon: LucideIcon; look: string }>> = {
  favorite: { icon: Heart, look: "bg-rose" },
  match: { icon: Sparkles, look: "bg-gold" },
  team: { icon: ShieldAlert, look: "bg-warn" },
  withdrawal: { icon: ReceiptText, look: "bg-info" },
  profile_view: { icon: Eye, look: "bg-info" },
};

type RowProps = { notification: Notification; now: number; onOpen: () => void };

function Row({ notification, now, onOpen }: RowProps) {
  const { type, actor, at } = notification;
  const { name, text, path } = describeNotification(notification);
  const { icon: Icon, look } = ICONS[type] ?? { icon: Bell, look: "bg-primary" };
  return (
    <li>
      <Link
        to={path}
        onClick={onOpen}
        className="press-row grid min-h-17 grid-cols-[auto_1fr_auto] items-center gap-3 bg-primary/5 px-5 py-2.5 -outline-offset-2 hover-mouse:bg-primary/10"
      >
        <span className="relative grid">
          <Avatar src={actor.photoUrl ?? undefined} alt="" name={actor.name} />
          <span
            aria-hidden
            className={cx(
              "absolute -right-1 -bottom-1 grid size-5.5 place-items-center rounded-full border-2 border-raised text-raised",
              look,
            )}
          >
            <Icon className="size-3" strokeWidth={2.25} />
          </span>
        </span>
        <span className="grid min-w-0 gap-0.5">
          <span className="leading-[1.35] wrap-break-word">
            {name && <strong className="font-semibold">{name}</strong>}
            <span>{name ? ` ${text}` : text}</span>
          </span>
          <time dateTime={at} className="text-14 leading-[1.3] text-muted">
            {relativeTime(at, now)}
          </time>
        </span>
        <span aria-hidden className="size-2 rounded-full bg-primary" />
      </Link>
    </li>
  );
}
