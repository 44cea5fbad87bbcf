import { PRESENCE_EVERY_MS } from "@caramelo/contract/limits";
import { messagingTexts } from "@caramelo/contract/texts/messaging";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { MessageCircle } from "lucide-react";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useMoment } from "~/platform/use-moment.ts";
import { cx } from "~/ui/basics/cx.ts";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { SearchField } from "~/ui/forms/search-field.tsx";
import { useDebounced } from "~/ui/forms/use-debounced.ts";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import { SkeletonRows } from "~/ui/states/skeleton.tsx";
import { refreshList } from "../messaging-client.ts";
import { conversationList, conversationSearch } from "../queries.ts";
import { listRows } from "../sync/stream-rules.ts";
import type { ConversationPage } from "../types.ts";
import { ConversationRow } from "./conversation-row.tsx";
import { findRowWindow, foundConversations, listInOrder, rowHeight } from "./rules.ts";
import { useHeldOrder } from "./use-held-order.ts";

/** A search starts after typing has paused for this long. */
const PAUSE_MS = 300;

type Props = { openId: string | null | undefined };

export function ConversationList({ openId }: Props) {
  const [text, setText] = useState("");
  const typedText = text.trim();
  const settled = useDebounced(typedText, PAUSE_MS);
  // A cleared search ends at once.
  const q = typedText && settled;
  useRefreshedList();
  return (
    <>
      <SearchField
        label={messagingTexts.searchConversations}
        text={text}
        onType={setText}
        className="shrink-0 px-4 pt-1 pb-3 md:pt-3"
      />
      <Listed q={q} openId={openId} />
    </>
  );
}

/** Reloads the list while it is open, because the presence of its members changes. */
function useRefreshedList() {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible" && navigator.onLine) void refreshList();
    }, PRESENCE_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
}

/** All conversations, or the results of a search. */
function Listed({ q, openId }: Props & { q: string }) {
  const list = useInfiniteQuery({
    ...(q ? conversationSearch(q) : conversationList()),
    placeholderData: q ? keepPreviousData : undefined,
  });
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
  const { pages } = list.data;
  const isSettled = !list.isPlaceholderData;
  const count = listInOrder(pages).length;
  return (
    <>
      {q && isSettled && (
        <p role="status" className="sr-only">
          {count > 0 && foundConversations(count, list.hasNextPage)}
        </p>
      )}
      {count === 0 ? (
        <NoConversations isSearch={q !== ""} />
      ) : (
        <Rows
          key={isSettled ? q : undefined}
          pages={pages}
          openId={openId}
          isBusy={!isSettled}
          hasMore={isSettled && list.hasNextPage}
          hasFailed={list.isFetchNextPageError}
          onEnd={() => void list.fetchNextPage()}
        />
      )}
    </>
  );
}

type RowsProps = Props & {
  pages: ConversationPage[];
  /** The rows still belong to the previous search. */
  isBusy: boolean;
  hasMore: boolean;
  /** The next page could not be loaded. */
  hasFailed: boolean;
  onEnd: () => void;
};

/** Renders only the visible rows and a few around them, and loads the next page at the end. */
function Rows({ pages, openId, isBusy, hasMore, hasFailed, onEnd }: RowsProps) {
  const { ref, measure, view } = useView();
  const ids = listInOrder(pages).map(({ peer }) => peer.id);
  const { order, handlers } = useHeldOrder(ids, view.height === 0);
  const rows = new Map(listRows(pages).map((row) => [row.peer.id, row]));
  const { from, to } = findRowWindow(view, order.length);
  const now = useMoment();
  useMoreAtEnd(hasMore && to >= order.length, pages.length, onEnd);
  return (
    <div
      ref={ref}
      {...handlers}
      onScroll={measure}
      className={cx("min-h-0 flex-1 overflow-y-auto", isBusy && "opacity-60")}
    >
      <ul aria-label="Conversas" aria-busy={isBusy} className="relative" style={{ height: order.length * view.rowPx }}>
        {order.slice(from, to).map((id, index) => {
          const row = rows.get(id);
          const at = from + index;
          return (
            row && (
              <ConversationRow
                key={id}
                row={row}
                top={at * view.rowPx}
                height={view.rowPx}
                position={at + 1}
                count={hasMore ? -1 : order.length}
                now={now}
                isOpen={id === openId}
              />
            )
          );
        })}
      </ul>
      {hasFailed && (
        <div className="px-4">
          <LoadFailed look="section" title={messagingTexts.messagesLoadFailed} onRetry={onEnd} />
        </div>
      )}
    </div>
  );
}

/**
 * Loads the next page once per number of loaded pages. Counting rows would fail, because a page may only repeat rows.
 */
function useMoreAtEnd(isAtEnd: boolean, pageCount: number, onEnd: () => void) {
  const askedCount = useRef(0);
  useEffect(() => {
    if (!isAtEnd || askedCount.current === pageCount) return;
    askedCount.current = pageCount;
    onEnd();
  });
}

function NoConversations({ isSearch }: { isSearch: boolean }) {
  if (isSearch)
    return (
      <EmptyState
        icon={<MessageCircle aria-hidden className="text-primary" />}
        title={messagingTexts.noConversationFound}
        text="Confira o nome, ou apague a busca para ver todas."
      />
    );
  return (
    <EmptyState
      className="nothing-listed md:my-auto"
      icon={<MessageCircle aria-hidden className="text-primary" />}
      title={messagingTexts.noConversationFound}
      text="Encontre alguém e mande a primeira mensagem."
      action={<ButtonLink to="/busca">Buscar perfis</ButtonLink>}
    />
  );
}

/**
 * The visible part of a long list. All rows have the same height, so the visible rows can be calculated. The height is
 * 0 while the list is hidden.
 */
function useView() {
  const ref = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 0, rowPx: rowHeight(16) });

  const measure = useCallback(() => {
    const box = ref.current;
    if (!box) return;
    const rowPx = rowHeight(Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
    setView({ top: box.scrollTop, height: box.clientHeight, rowPx });
  }, []);
  // Measures before the first paint and whenever the box is resized: on phones an open conversation hides the list.
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    measure();
    return () => observer.disconnect();
  }, [measure]);
  return { ref, measure, view };
}
