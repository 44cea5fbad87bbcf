import { messagingTexts } from "@caramelo/contract/texts/messaging";
import { useInfiniteQuery } from "@tanstack/react-query";
import { MessageCircle } from "lucide-react";
import { useEffect, useRef } from "react";
import { useMoment } from "~/platform/use-moment.ts";
import { ButtonLink } from "~/ui/link.tsx";
import { LoadFailed } from "~/ui/load-failed.tsx";
import { EmptyState } from "~/ui/screen-state.tsx";
import { SkeletonRows } from "~/ui/skeleton.tsx";
import { conversationList } from "../queries.ts";
import { listRows } from "../sync/stream-rules.ts";
import type { Conversation } from "../types.ts";
import { ConversationRow } from "./conversation-row.tsx";
import { useRowWindow } from "./use-row-window.ts";

/** The list of conversations. Only the rows on screen are drawn, and the next page is loaded at the end. */
export function ConversationList({ openId }: { openId: string | null | undefined }) {
  const list = useInfiniteQuery(conversationList());
  if (list.isPending) return <SkeletonRows count={8} />;
  if (!list.data)
    return (
      <LoadFailed
        keepsTitle
        title={messagingTexts.messagesLoadFailed}
        onRetry={() => void list.refetch()}
        isBusy={list.isFetching}
      />
    );
  const rows = listRows(list.data.pages);
  if (rows.length === 0) return <NoConversations />;
  return <Rows rows={rows} openId={openId} hasMore={list.hasNextPage} onEnd={() => void list.fetchNextPage()} />;
}

type RowsProps = { rows: Conversation[]; openId: string | null | undefined; hasMore: boolean; onEnd: () => void };

function Rows({ rows, openId, hasMore, onEnd }: RowsProps) {
  const { ref, measure, rowPx, height, from, to } = useRowWindow(rows.length);
  const now = useMoment();
  useMoreAtEnd(hasMore && to >= rows.length, rows.length, onEnd);
  return (
    <div ref={ref} onScroll={measure} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <ul aria-label="Conversas" className="relative" style={{ height }}>
        {rows.slice(from, to).map((row, index) => (
          <ConversationRow
            key={row.peer.id}
            row={row}
            top={(from + index) * rowPx}
            height={rowPx}
            now={now}
            isOpen={row.peer.id === openId}
          />
        ))}
      </ul>
    </div>
  );
}

/** Loads the next page once for each length of the list. */
function useMoreAtEnd(isAtEnd: boolean, length: number, onEnd: () => void) {
  const asked = useRef(0);
  useEffect(() => {
    if (!isAtEnd || asked.current === length) return;
    asked.current = length;
    onEnd();
  });
}

function NoConversations() {
  return (
    <EmptyState
      className="nothing-listed md:my-auto"
      icon={<MessageCircle aria-hidden className="text-primary" />}
      title="Nenhuma conversa encontrada"
      text="Encontre alguém e mande a primeira mensagem."
      action={<ButtonLink to="/busca">Buscar perfis</ButtonLink>}
    />
  );
}
