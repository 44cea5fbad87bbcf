import { type InfiniteData, infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { queryClient } from "~/platform/query.ts";
import type { ConversationPage, HistoryPage } from "./types.ts";

export const HISTORY = ["messaging", "history"] as const;
export const CONVERSATIONS = ["messaging", "conversations"] as const;

const before = <T>(cursor: T | null) => (cursor === null ? {} : { before: cursor });
// The casts widen the type: TypeScript would otherwise infer that null is the only value.
const NEWEST = null as number | null;
const TOP = null as string | null;

// Loaded pages follow the stream of changes, so they never become stale.
const SYNCED = { staleTime: Number.POSITIVE_INFINITY } as const;

type Pages<T> = InfiniteData<T, number | string | null>;

type Filter = { sort?: "latest"; q?: string };

const conversationsBy = (filter: Filter, queryKey: readonly string[]) =>
  infiniteQueryOptions({
    ...SYNCED,
    queryKey,
    queryFn: ({ pageParam, signal }): Promise<ConversationPage> =>
      api.messaging.conversations({ query: { ...filter, ...before(pageParam) } }, { signal }),
    initialPageParam: TOP,
    getNextPageParam: ({ next }) => next,
    meta: { refreshOn: "people", carriesMembers: true },
  });

/** All conversations, by presence, then latest message. */
export const conversationList = () => conversationsBy({}, CONVERSATIONS);

/** All conversations, latest message first. */
export const latestConversations = () => conversationsBy({ sort: "latest" }, [...CONVERSATIONS, "latest"]);

/** The conversations with members whose name contains `q`. A new search also finds newer conversations. */
export const conversationSearch = (q: string) => ({
  ...conversationsBy({ q }, [...CONVERSATIONS, "search", q]),
  staleTime: 0,
});

/** The messages of one conversation, the newest page first. */
export const messageHistory = (withId: string) =>
  infiniteQueryOptions({
    ...SYNCED,
    queryKey: [...HISTORY, withId],
    queryFn: ({ pageParam, signal }): Promise<HistoryPage> =>
      api.messaging.history({ params: { memberId: withId }, query: before(pageParam) }, { signal }),
    initialPageParam: NEWEST,
    getNextPageParam: ({ hasMore, messages }) => (hasMore ? messages[0]?.seq : null),
  });

/** The other member, and whether this one may write to them. */
export const chatOf = (withId: string) =>
  queryOptions({
    queryKey: ["messaging", "chat", withId],
    queryFn: ({ signal }) => api.messaging.chat({ params: { memberId: withId } }, { signal }),
    // Purchases affect whether a payer may write, so a change of `self` refreshes this query.
    meta: { refreshOn: ["people", "self"], carriesMembers: true },
  });

/** The number of unread messages of all conversations; the stream of changes writes it. */
export const unreadTotal = () =>
  queryOptions({ ...SYNCED, queryKey: ["messaging", "unread"], queryFn: () => 0, enabled: false, initialData: 0 });

/** Changes the loaded pages of a list or history, if any. */
export function changePages<T>(key: readonly unknown[], change: (pages: T[]) => T[]): void {
  queryClient.setQueryData<Pages<T>>(
    key,
    (loadedPages) => loadedPages && { ...loadedPages, pages: change(loadedPages.pages) },
  );
}

export const refetchChat = (withId: string) => queryClient.invalidateQueries({ queryKey: chatOf(withId).queryKey });
