import { CONVERSATION_ROW_PX } from "@caramelo/contract/limits";
import { Link } from "react-router";
import { relativeTime } from "~/platform/time-rules.ts";
import { Avatar } from "~/ui/avatar.tsx";
import { CountBadge } from "~/ui/badge.tsx";
import { cx } from "~/ui/cx.ts";
import { previewText, unreadWord } from "./rules.ts";
import type { Conversation } from "./types.ts";
import { useIsTyping } from "./typing.ts";

type Props = { row: Conversation; isOpen: boolean; now: number; top: number };

/** One conversation of the list: who, the last words, when, and how many are unread. */
export function ConversationRow({ row, isOpen, now, top }: Props) {
  const { peer, lastMessage, unread } = row;
  const isNew = unread > 0;
  return (
    <li
      data-member-id={peer.id}
      className="absolute inset-x-0 top-0"
      style={{ transform: `translateY(${top}px)`, height: CONVERSATION_ROW_PX }}
    >
      <Link
        to={`/mensagens?userId=${peer.id}`}
        state={{ fromList: true }}
        aria-current={isOpen ? "true" : undefined}
        className={cx(
          "relative grid h-full grid-cols-[auto_1fr_auto] items-center gap-3 px-4 -outline-offset-2!",
          isOpen ? "bg-tint" : "hover-mouse:bg-tint/60",
        )}
      >
        {isOpen && <span aria-hidden className="absolute inset-y-3 left-0 w-0.75 rounded-r-[3px] bg-primary" />}
        <span className="grid min-w-0">
          <span className="truncate leading-[1.3] font-[650]">{peer.name}</span>
          <Preview row={row} />
        </span>
        <span className="grid justify-items-end gap-1.5 self-center text-13 text-muted tabular-nums">
          {lastMessage && (
            <time dateTime={lastMessage.sentAt} className={cx(isNew && "font-semibold text-primary")}>
              {relativeTime(lastMessage.sentAt, now)}
            </time>
          )}
          <span className="flex h-5.5 items-center">
            <CountBadge count={unread} label={unreadWord(unread)} />
          </span>
        </span>
        {/* Seen first, heard last: the row is called by its name, not by a presence. */}
        <Avatar src={peer.photoUrl ?? undefined} alt="" size="large" presence={peer.presence} className="order-first" />
      </Link>
    </li>
  );
}

function Preview({ row: { peer, lastMessage, unread } }: { row: Conversation }) {
  const isTyping = useIsTyping(peer.id);
  if (isTyping) return <span className="text-14 font-semibold text-primary">Digitando</span>;
  return (
    <span className={cx("truncate text-14 leading-[1.4]", unread > 0 ? "font-[550] text-ink" : "text-muted")}>
      {lastMessage && previewText(lastMessage)}
    </span>
  );
}
