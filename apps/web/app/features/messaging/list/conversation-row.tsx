import { relativeTime } from "@caramelo/contract/formats/ages";
import { previewText } from "@caramelo/contract/messaging/preview";
import { BadgeCheck, Check, CheckCheck } from "lucide-react";
import { Link } from "react-router";
import { chatPath } from "~/platform/path-rules.ts";
import { cx } from "~/ui/basics/cx.ts";
import { Avatar } from "~/ui/members/avatar.tsx";
import { CountBadge } from "~/ui/members/badge.tsx";
import { AvailableWord } from "~/ui/members/presence-tag.tsx";
import { useIsTyping } from "../sync/typing-store.ts";
import type { Conversation, LastMessage } from "../types.ts";
import { unreadWord } from "./rules.ts";

type Props = {
  row: Conversation;
  isOpen: boolean;
  now: number;
  top: number;
  height: number;
  /** The position among all rows and their number (only a few are rendered); -1 when unknown. */
  position: number;
  count: number;
};

/** A row of the conversation list: member, last message, its time, and the number of unread messages. */
export function ConversationRow({ row, isOpen, now, top, height, position, count }: Props) {
  const { peer, lastMessage, unread } = row;
  const isNew = unread > 0;
  return (
    <li
      data-member-id={peer.id}
      aria-posinset={position}
      aria-setsize={count}
      className="absolute inset-x-0 top-0"
      style={{ transform: `translateY(${top}px)`, height }}
    >
      <Link
        to={chatPath(peer.id)}
        state={{ fromList: true }}
        aria-current={isOpen ? "true" : undefined}
        className={cx(
          "press-row relative grid h-full grid-cols-[auto_minmax(0,1fr)] items-center gap-3 px-4 -outline-offset-2",
          isOpen ? "bg-tint" : "hover-mouse:bg-tint/60",
        )}
      >
        {isOpen && <span aria-hidden className="absolute inset-y-3 left-0 w-0.75 rounded-r-[3px] bg-primary" />}
        <span className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
          <span className="flex items-center gap-1.5">
            <span className="min-w-0 truncate leading-[1.3] font-[650]">{peer.name}</span>
            {peer.isVerified && (
              <BadgeCheck
                role="img"
                aria-label="Perfil verificado"
                className="size-4 shrink-0 text-info"
                strokeWidth={1.75}
              />
            )}
            {lastMessage && (
              <span
                className={cx(
                  "ml-auto flex shrink-0 items-center gap-1 pl-2 text-13 tabular-nums",
                  isNew ? "font-semibold text-primary" : "text-muted",
                )}
              >
                <Ticks message={lastMessage} />
                <time dateTime={lastMessage.sentAt}>{relativeTime(lastMessage.sentAt, now)}</time>
              </span>
            )}
          </span>
          <span className="flex min-h-5.5 items-center gap-2">
            <AvailableWord presence={peer.presence} />
            <Preview row={row} />
            <CountBadge count={unread} label={unreadWord(unread)} className="ml-auto shrink-0" />
          </span>
        </span>
        {/* The photo comes first on the screen but last in the document, so that screen readers start with the
            name, not the presence. */}
        <Avatar
          src={peer.photoUrl ?? undefined}
          alt=""
          name={peer.name}
          size="large"
          presence={peer.presence}
          className="order-first"
        />
      </Link>
    </li>
  );
}

/** Shows whether the other member has read the message, as the conversation itself does. */
function Ticks({ message: { isMine, readAt } }: { message: LastMessage }) {
  if (!isMine) return null;
  const Icon = readAt ? CheckCheck : Check;
  return (
    <Icon
      role="img"
      aria-label={readAt ? "Lida" : "Enviada"}
      className={cx("size-4", readAt && "text-info")}
      strokeWidth={1.75}
    />
  );
}

function Preview({ row: { peer, lastMessage, unread } }: { row: Conversation }) {
  const isTyping = useIsTyping(peer.id);
  if (isTyping) return <span className="text-14 font-semibold text-primary">Digitando</span>;
  return (
    <span className={cx("min-w-0 truncate text-14 leading-[1.4]", unread > 0 ? "font-[550] text-ink" : "text-muted")}>
      {lastMessage && previewText(lastMessage)}
    </span>
  );
}
