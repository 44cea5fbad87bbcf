import type { InfiniteData } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { logFailure } from "~/platform/log.ts";
import { queryClient } from "~/platform/query.ts";
import { CONVERSATIONS, changePages, HISTORY, unreadTotal } from "../queries.ts";
import type { Change, ConversationPage, HistoryPage, Message } from "../types.ts";
import type { Stream } from "./stream.ts";
import {
  insertRows,
  insertSent,
  isRowMissing,
  patchConversations,
  patchHistory,
  showHope,
  showReacted,
  takeBackHope,
} from "./stream-rules.ts";

type Key = readonly unknown[];

/** Missing rows are added only to the whole list. Searches and the latest messages have longer keys. */
const isWholeList = (key: Key) => key.length === CONVERSATIONS.length;
const isOf = (key: Key, prefix: Key) => prefix.every((part, at) => key[at] === part);
const queries = queryClient.getQueryCache();

function applyToList(key: Key, change: Change, onMissingRow: () => void): void {
  const loadedPages = queryClient.getQueryData<InfiniteData<ConversationPage>>(key);
  const isMissing = isWholeList(key) && loadedPages !== undefined && isRowMissing(loadedPages.pages, change);
  changePages<ConversationPage>(key, (pages) => patchConversations(pages, change));
  if (isMissing) onMissingRow();
}

const applyToHistory = (key: Key, change: Change) =>
  changePages<HistoryPage>(key, (pages) => patchHistory(pages, String(key[HISTORY.length]), change));

/** Applies a change to every loaded history and list. */
export function applyChange(change: Change, onMissingRow: () => void): void {
  for (const { queryKey } of queries.findAll({ queryKey: HISTORY })) applyToHistory(queryKey, change);
  for (const { queryKey } of queries.findAll({ queryKey: CONVERSATIONS })) applyToList(queryKey, change, onMissingRow);
}

export const showUnread = (count: number) => queryClient.setQueryData(unreadTotal().queryKey, count);

export const showSent = (withId: string, message: Message) =>
  changePages<HistoryPage>([...HISTORY, withId], (pages) => insertSent(pages, message));

type OwnReaction = Message["reactions"]["mine"];

/** Shows a reaction before the server has stored it. */
export const hopeForReaction = (withId: string, id: string, reaction: OwnReaction) =>
  changePages<HistoryPage>([...HISTORY, withId], (pages) => showHope(pages, id, reaction));

/** Restores the former reaction when the server failed to store the new one. */
export const giveUpReaction = (withId: string, id: string, reaction: OwnReaction) =>
  changePages<HistoryPage>([...HISTORY, withId], (pages) => takeBackHope(pages, id, reaction));

/**
 * Shows a message to which the member has reacted. `cursor`: the seq of the stream up to which the message is current.
 */
export const showReaction = (withId: string, message: Message, cursor: number) =>
  changePages<HistoryPage>([...HISTORY, withId], (pages) => showReacted(pages, message, cursor));

const isSynced = (key: Key) => isOf(key, HISTORY) || isOf(key, CONVERSATIONS);

/** Keeps loaded pages in step with the stream, including a page that was read before a change and arrives after it. */
export function openCacheSync(stream: Stream) {
  let isLoading = false;
  let isRequestedAgain = false;

  function reconcile(key: Key): void {
    const loadedPages = queryClient.getQueryData<InfiniteData<{ cursor: number }>>(key);
    if (!loadedPages) return;
    const since = stream.listSince(Math.min(...loadedPages.pages.map(({ cursor }) => cursor)));
    // Do not cancel a running load: the member may have asked for that page. Its arrival calls this function again.
    if (!since) return void queryClient.invalidateQueries({ queryKey: key, exact: true }, { cancelRefetch: false });
    for (const change of since) {
      if (isOf(key, HISTORY)) applyToHistory(key, change);
      else applyToList(key, change, loadMissingRows);
    }
  }
  async function loadRows(query: { sort?: "latest" }): Promise<void> {
    const page = await api.messaging.conversations({ query });
    queryClient.setQueryData<InfiniteData<ConversationPage, string | null>>(
      CONVERSATIONS,
      (loadedPages) => loadedPages && insertRows(loadedPages, page),
    );
    reconcile(CONVERSATIONS);
  }
  /** Loads the missing rows, one request at a time. */
  async function loadMissingRows(): Promise<void> {
    isRequestedAgain = true;
    if (isLoading) return;
    isLoading = true;
    try {
      while (isRequestedAgain) {
        isRequestedAgain = false;
        await loadRows({ sort: "latest" });
      }
    } catch (error) {
      // The list has its own error state; the next message requests the rows again.
      logFailure("reading the latest conversations", error);
    } finally {
      isLoading = false;
    }
  }
  const stop = queries.subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success" || event.action.manual) return;
    if (isSynced(event.query.queryKey)) reconcile(event.query.queryKey);
  });
  return {
    loadMissingRows,
    /** Reloads the top of the list, because the presence of its members may have changed. */
    refreshList: () => loadRows({}).catch((error) => logFailure("reading who is online", error)),
    stop,
    /** Called after the stream has restarted at a new seq. */
    reconcileAll() {
      for (const { queryKey } of queries.getAll()) if (isSynced(queryKey)) reconcile(queryKey);
    },
  };
}
