import { setTimeout as sleep } from "node:timers/promises";
import type { Reaction } from "@caramelo/contract/messaging/reactions";
import type { Stream } from "../apps/web/app/features/messaging/sync/stream.ts";
import {
  insertSent,
  isRowMissing,
  listMessages,
  listRows,
  patchConversations,
  patchHistory,
  showHope,
  showReacted,
  takeBackHope,
} from "../apps/web/app/features/messaging/sync/stream-rules.ts";
import type { Change, ConversationPage, HistoryPage, Message } from "../apps/web/app/features/messaging/types.ts";
import type { Http } from "./http.ts";
import type { ShownView } from "./rules.ts";

const RETRY_MS = 50;

/** The list and the open conversations of a browser: the site's own rules, applied to the loaded pages. */
export type View = {
  apply(change: Change): void;
  showSent(withId: string, message: Message): void;
  /** An optimistic reaction shows before it is stored. Later it is given up, or the stored message is shown. */
  hopeForReaction(withId: string, id: string, mine: Reaction | null): void;
  giveUpReaction(withId: string, id: string, mine: Reaction | null): void;
  showReaction(withId: string, message: Message, cursor: number): void;
  showUnread(unreadTotal: number): void;
  /** Loads everything again. */
  startOver(): void;
  isLoading(): boolean;
  shown(): ShownView;
};

type Options = {
  memberId: string;
  otherIds: string[];
  ask: Http["ask"];
  /** The stream that the view follows. */
  findStream: () => Pick<Stream, "listSince">;
  hasEnded: () => boolean;
};

export function openView({ memberId, otherIds, ask, findStream, hasEnded }: Options): View {
  let list: ConversationPage[] = [];
  const chats = new Map<string, HistoryPage[]>();
  let unreadTotal = 0;
  /** The pages that are being loaded, and whether each must be loaded once more afterwards. */
  const loading = new Map<string, { again: boolean }>();

  /** Repeats the request until there is an answer; undefined when the browser was closed. */
  async function get<Page>(path: string): Promise<Page | undefined> {
    while (!hasEnded()) {
      const answer = await ask("GET", path);
      // The cast is safe, because the contract defines this answer.
      if (answer?.status === 200) return answer.body as Page;
      await sleep(RETRY_MS);
    }
    return undefined;
  }
  /**
   * Loads a page, with one request at a time for each page. `show` returns false when the page has to be loaded again.
   */
  async function load<Page extends { cursor: number }>(path: string, show: (page: Page, since: Change[]) => boolean) {
    const knownLoad = loading.get(path);
    if (knownLoad) {
      knownLoad.again = true;
      return;
    }
    const state = { again: true };
    loading.set(path, state);
    while (state.again && !hasEnded()) {
      state.again = false;
      const page = await get<Page>(path);
      const since = page && findStream().listSince(page.cursor);
      if (page && !(since && show(page, since))) state.again = true;
    }
    loading.delete(path);
  }
  const loadList = () =>
    load<ConversationPage>("/api/conversations", (page, since) => {
      list = since.reduce(patchConversations, [page]);
      return !since.some((change) => isRowMissing([page], change));
    });
  const loadChat = (otherId: string) =>
    load<HistoryPage>(`/api/conversations/${otherId}/messages`, (page, since) => {
      chats.set(
        otherId,
        since.reduce((pages, change) => patchHistory(pages, otherId, change), [page]),
      );
      return true;
    });
  function changeChat(withId: string, change: (pages: HistoryPage[]) => HistoryPage[]): void {
    const pages = chats.get(withId);
    if (pages) chats.set(withId, change(pages));
  }

  return {
    apply(change) {
      const isMissing = list.length > 0 && isRowMissing(list, change);
      list = patchConversations(list, change);
      for (const [otherId, pages] of chats) chats.set(otherId, patchHistory(pages, otherId, change));
      if (isMissing) void loadList();
    },
    showSent: (withId, message) => changeChat(withId, (pages) => insertSent(pages, message)),
    hopeForReaction: (withId, id, mine) => changeChat(withId, (pages) => showHope(pages, id, mine)),
    giveUpReaction: (withId, id, mine) => changeChat(withId, (pages) => takeBackHope(pages, id, mine)),
    showReaction: (withId, message, cursor) => changeChat(withId, (pages) => showReacted(pages, message, cursor)),
    showUnread(count) {
      unreadTotal = count;
    },
    startOver() {
      void loadList();
      for (const otherId of otherIds) void loadChat(otherId);
    },
    isLoading: () => loading.size > 0,
    shown: () => ({
      memberId,
      unreadTotal,
      rows: listRows(list).map(({ peer, lastSeq, lastMessage, unread }) => ({
        otherId: peer.id,
        lastSeq,
        lastMessageId: lastMessage?.id ?? null,
        unread,
      })),
      chats: [...chats].map(([otherId, pages]) => ({
        otherId,
        hasMore: pages.at(-1)?.hasMore ?? false,
        messages: listMessages(pages),
      })),
    }),
  };
}
