import type { InfiniteData } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { logFailure } from "~/platform/log.ts";
import { queryClient } from "~/platform/query.ts";
import { CONVERSATIONS, changePages, HISTORY, unreadTotal } from "./queries.ts";
import type { Stream } from "./stream.ts";
import { insertFirstPage, isRowMissing, patchConversations, patchHistory, placeSent } from "./stream-rules.ts";
import type { Change, ConversationPage, HistoryPage, Message } from "./types.ts";

type Key = readonly unknown[];

const isOf = (key: Key, prefix: Key) => prefix.every((part, at) => key[at] === part);
const queries = queryClient.getQueryCache();

/** Shows a change in the list. */
function applyToList(change: Change, onMissingRow: () => void): void {
  const loaded = queryClient.getQueryData<InfiniteData<ConversationPage>>(CONVERSATIONS);
  const isMissing = loaded !== undefined && isRowMissing(loaded.pages, change);
  changePages<ConversationPage>(CONVERSATIONS, (pages) => patchConversations(pages, change));
  if (isMissing) onMissingRow();
}

const applyToHistory = (key: Key, change: Change) =>
  changePages<HistoryPage>(key, (pages) => patchHistory(pages, String(key[HISTORY.length]), change));

/** Shows a change in the history of every conversation that is loaded, and in the list. */
export function applyChange(change: Change, onMissingRow: () => void): void {
  for (const { queryKey } of queries.findAll({ queryKey: HISTORY })) applyToHistory(queryKey, change);
  applyToList(change, onMissingRow);
}

export const showUnread = (count: number) => queryClient.setQueryData(unreadTotal().queryKey, count);

export const showSent = (withId: string, message: Message) =>
  changePages<HistoryPage>([...HISTORY, withId], (pages) => placeSent(pages, message));

const isFollowed = (key: Key) => isOf(key, HISTORY) || isOf(key, CONVERSATIONS);

/** Keeps what is loaded in step with the stream, also what was read before a change and came after it. */
export function openFollower(stream: Stream) {
  let isAsking = false;
  let isAskedAgain = false;

  function reconcile(key: Key): void {
    const loaded = queryClient.getQueryData<InfiniteData<{ cursor: number }>>(key);
    if (!loaded) return;
    const since = stream.listSince(Math.min(...loaded.pages.map(({ cursor }) => cursor)));
    if (!since) return void queryClient.invalidateQueries({ queryKey: key, exact: true });
    for (const change of since) {
      if (isOf(key, HISTORY)) applyToHistory(key, change);
      else applyToList(change, findRows);
    }
  }
  async function askFirstPage(): Promise<void> {
    const first = await api.messaging.conversations();
    queryClient.setQueryData<InfiniteData<ConversationPage, number | null>>(
      CONVERSATIONS,
      (loaded) => loaded && insertFirstPage(loaded, first),
    );
    reconcile(CONVERSATIONS);
  }
  /** Asks for the rows that the list lacks, one question at a time. */
  async function findRows(): Promise<void> {
    isAskedAgain = true;
    if (isAsking) return;
    isAsking = true;
    try {
      while (isAskedAgain) {
        isAskedAgain = false;
        await askFirstPage();
      }
    } catch (error) {
      logFailure("reading the latest conversations", error);
      // The list has its own face for a server that does not answer; the next message asks again.
    } finally {
      isAsking = false;
    }
  }
  const stop = queries.subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success" || event.action.manual) return;
    if (isFollowed(event.query.queryKey)) reconcile(event.query.queryKey);
  });
  return {
    findRows,
    stop,
    /** After the stream began at a new place. */
    reconcileAll() {
      for (const { queryKey } of queries.getAll()) if (isFollowed(queryKey)) reconcile(queryKey);
    },
  };
}
