import { relativeTime } from "@caramelo/contract/formats/ages";
import { MESSAGES_MENU_MAX } from "@caramelo/contract/limits";
import { previewText } from "@caramelo/contract/messaging/preview";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { MessageCircle } from "lucide-react";
import { useEffect } from "react";
import { Link } from "react-router";
import { chatPath } from "~/platform/path-rules.ts";
import { useMoment } from "~/platform/use-moment.ts";
import { PanelEmpty, PanelSkeleton } from "~/ui/basics/panel.tsx";
import { Avatar } from "~/ui/members/avatar.tsx";
import { CountBadge } from "~/ui/members/badge.tsx";
import { AvailableWord } from "~/ui/members/presence-tag.tsx";
import { conversationList, latestConversations, unreadTotal } from "../queries.ts";
import { listRows } from "../sync/stream-rules.ts";
import type { Conversation, ConversationPage } from "../types.ts";
import { listUnread, moreConversations, unreadWord } from "./rules.ts";

/** At most this many pages are read to find unread messages, which are usually near the top of the list. */
const PAGES_MAX = 5;

type Props = {
  /** Called when another screen opens. */
  onLeave: () => void;
};

/** The conversations with unread messages, the latest first. */
export function MessagesPanel({ onLeave }: Props) {
  const rows = useUnreadRows();
  const now = useMoment();
  if (!rows) return <PanelSkeleton />;
  if (rows.length === 0) return <PanelEmpty icon={MessageCircle}>Nenhuma mensagem nova</PanelEmpty>;
  const more = rows.length - MESSAGES_MENU_MAX;
  return (
    <>
      <ul aria-label="Mensagens novas" className="pb-1.5">
        {rows.slice(0, MESSAGES_MENU_MAX).map((row) => (
          <Row key={row.peer.id} row={row} now={now} onLeave={onLeave} />
        ))}
      </ul>
      {more > 0 && (
        <Link
          to="/mensagens"
          onClick={onLeave}
          className="press-row grid min-h-12 place-items-center border-t border-line text-14 font-semibold text-primary -outline-offset-2 hover-mouse:bg-primary/8"
        >
          {moreConversations(more)}
        </Link>
      )}
    </>
  );
}

/**
 * The conversations with unread messages. Loads up to `PAGES_MAX` pages of the latest conversations if the list lacks
 * some. Undefined until the first answers arrive.
 */
function useUnreadRows(): Conversation[] | undefined {
  const { data: total } = useQuery(unreadTotal());
  const list = useInfiniteQuery(conversationList());
  const loadedPages = list.data?.pages ?? [];
  const isPart = list.hasNextPage && countUnread(loadedPages) < total;
  const latest = useInfiniteQuery({ ...latestConversations(), enabled: isPart });
  const pages = [...loadedPages, ...(latest.data?.pages ?? [])];
  const { fetchNextPage, hasNextPage, isFetching, isError } = latest;
  const isMoreDue =
    countUnread(pages) < total &&
    hasNextPage &&
    (latest.data?.pages.length ?? 0) < PAGES_MAX &&
    !isFetching &&
    !isError;
  useEffect(() => {
    if (isMoreDue) void fetchNextPage();
  }, [isMoreDue, fetchNextPage]);
  return list.data && !(isPart && latest.isPending) ? listUnread(listRows(pages)) : undefined;
}

const countUnread = (pages: ConversationPage[]) => listRows(pages).reduce((sum, { unread }) => sum + unread, 0);

type RowProps = { row: Conversation; now: number; onLeave: () => void };

function Row({ row: { peer, lastMessage, unread }, now, onLeave }: RowProps) {
  return (
    <li>
      <Link
        to={chatPath(peer.id)}
        onClick={onLeave}
        className="press-row grid min-h-17 grid-cols-[auto_1fr_auto] items-center gap-3 px-5 py-2.5 -outline-offset-2 hover-mouse:bg-primary/8"
      >
        <span className="grid min-w-0 grid-cols-[minmax(0,1fr)]">
          <span className="truncate leading-[1.35] font-semibold">{peer.name}</span>
          <span className="flex gap-2 text-14 leading-[1.4]">
            <AvailableWord presence={peer.presence} />
            <span className="min-w-0 truncate">{lastMessage && previewText(lastMessage)}</span>
          </span>
        </span>
        <span className="grid justify-items-end gap-1 text-13 text-muted tabular-nums">
          {lastMessage && <time dateTime={lastMessage.sentAt}>{relativeTime(lastMessage.sentAt, now)}</time>}
          <CountBadge count={unread} label={unreadWord(unread)} />
        </span>
        {/* The photo comes first on the screen but last for screen readers. */}
        <Avatar
          src={peer.photoUrl ?? undefined}
          alt=""
          name={peer.name}
          presence={peer.presence}
          className="order-first"
        />
      </Link>
    </li>
  );
}
