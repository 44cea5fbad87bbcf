// @vitest-environment happy-dom
import { type InfiniteData, InfiniteQueryObserver } from "@tanstack/react-query";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { queryClient } from "~/platform/query.ts";
import { type FakeServer, fail, openFakeServer } from "~/testing/fake-server.ts";
import { makeChange, makeHistory, makeList, makeMessage, makeRow } from "../make-messages.fixture.ts";
import {
  CONVERSATIONS,
  conversationList,
  conversationSearch,
  HISTORY,
  messageHistory,
  unreadTotal,
} from "../queries.ts";
import type { Change, ConversationPage, HistoryPage } from "../types.ts";
import { applyChange, openCacheSync, showSent, showUnread } from "./cache.ts";
import type { Stream } from "./stream.ts";

const LIST = "GET /conversations";
const ANA_HISTORY = "GET /conversations/:id/messages";

let server: FakeServer;
let sync: ReturnType<typeof openCacheSync>;
/** The stream's answer to a read of the changes since a seq. */
const listSince = vi.fn<Stream["listSince"]>();

/** Loads a page as a screen does. */
async function loadHistory(page: HistoryPage): Promise<void> {
  server.answer(ANA_HISTORY, () => page);
  await queryClient.fetchInfiniteQuery(messageHistory("ana"));
}
async function loadList(page: ConversationPage): Promise<void> {
  server.answer(LIST, () => page);
  await queryClient.fetchInfiniteQuery(conversationList());
}
const seqs = () =>
  queryClient
    .getQueryData<InfiniteData<HistoryPage>>([...HISTORY, "ana"])
    ?.pages.flatMap(({ messages }) => messages.map(({ seq }) => seq));
const rowIds = () =>
  queryClient
    .getQueryData<InfiniteData<ConversationPage>>(CONVERSATIONS)
    ?.pages.flatMap(({ conversations }) => conversations.map(({ peer }) => peer.id));

beforeEach(() => {
  server = openFakeServer();
  listSince.mockReset().mockReturnValue([]);
  // The cast is safe, because only this part of a stream is used.
  sync = openCacheSync({ listSince } as unknown as Stream);
  return () => {
    sync.stop();
    queryClient.clear();
    vi.unstubAllGlobals();
  };
});

describe("a change of the stream", () => {
  const onMissingRow = vi.fn();
  beforeEach(() => void onMissingRow.mockClear());

  test("is applied to the loaded history of its conversation, to the list, and to nothing else", async () => {
    await loadHistory(makeHistory(4, [makeMessage(4)]));
    await loadList(makeList(4, [makeRow("bia", 4), makeRow("ana", 3)]));
    applyChange(makeChange(5), onMissingRow);
    applyChange(makeChange(6, { withId: "bia", unread: 7 }), onMissingRow);
    expect(seqs()).toEqual([4, 5]);
    const list = queryClient.getQueryData<InfiniteData<ConversationPage>>(CONVERSATIONS);
    expect(list?.pages[0]?.conversations.map(({ peer, unread, lastSeq }) => [peer.id, unread, lastSeq])).toEqual([
      ["bia", 7, 6],
      ["ana", 1, 5],
    ]);
    expect(onMissingRow).not.toHaveBeenCalled();
  });

  test("of a conversation that the loaded list lacks asks for its row", async () => {
    await loadList(makeList(4, [makeRow("bia", 4)]));
    applyChange(makeChange(5), onMissingRow);
    expect(onMissingRow).toHaveBeenCalledOnce();
  });

  test("is applied to the rows that a search has found, which lack no other", async () => {
    server.answer(LIST, () => makeList(4, [makeRow("bia", 4)]));
    await queryClient.fetchInfiniteQuery(conversationSearch("bia"));
    applyChange(makeChange(5), onMissingRow);
    applyChange(makeChange(6, { withId: "bia", unread: 7 }), onMissingRow);
    const foundList = queryClient.getQueryData<InfiniteData<ConversationPage>>(conversationSearch("bia").queryKey);
    expect(foundList?.pages[0]?.conversations.map(({ peer, unread }) => [peer.id, unread])).toEqual([["bia", 7]]);
    expect(onMissingRow).not.toHaveBeenCalled();
  });

  test("asks for no row while the list is not loaded", () => {
    applyChange(makeChange(5), onMissingRow);
    expect(onMissingRow).not.toHaveBeenCalled();
  });
});

test("a sent message joins the history of its conversation once its send is answered", async () => {
  await loadHistory(makeHistory(4, [makeMessage(4)]));
  showSent("ana", makeMessage(6, { isMine: true }));
  showSent("bia", makeMessage(7, { isMine: true }));
  expect(seqs()).toEqual([4, 6]);
});

test("the unread total is what the stream showed last", () => {
  showUnread(3);
  expect(queryClient.getQueryData(unreadTotal().queryKey)).toBe(3);
});

describe("the cache in step with the stream", () => {
  test("adds to a page the changes that were made after it was read and before it arrived", async () => {
    listSince.mockImplementation((seq) => [makeChange(5), makeChange(6)].filter((change) => change.seq > seq));
    await loadHistory(makeHistory(5, [makeMessage(5)]));
    expect(seqs()).toEqual([5, 6]);
  });

  test("takes the oldest page of a list as the seq from which changes may be missing", async () => {
    await loadHistory(makeHistory(9, [makeMessage(9)]));
    queryClient.setQueryData<InfiniteData<HistoryPage>>([...HISTORY, "ana"], {
      pages: [makeHistory(9, []), makeHistory(4, [])],
      pageParams: [null, 4],
    });
    listSince.mockClear();
    sync.reconcileAll();
    expect(listSince.mock.calls).toEqual([[4]]);
  });

  test("loads a page again when its missing changes are no longer known", async () => {
    await loadList(makeList(5, [makeRow("bia", 5)]));
    listSince.mockReturnValue(undefined);
    sync.reconcileAll();
    expect(queryClient.getQueryState(CONVERSATIONS)?.isInvalidated).toBe(true);
  });

  describe("while an older page is on its way", () => {
    const newest = { ...makeHistory(5, [makeMessage(5)]), hasMore: true };
    const oldest = makeHistory(5, [makeMessage(4)]);
    const openScreen = () => new InfiniteQueryObserver(queryClient, messageHistory("ana"));
    let screen: ReturnType<typeof openScreen>;
    let answer: PromiseWithResolvers<HistoryPage>;

    beforeEach(async () => {
      await loadHistory(newest);
      answer = Promise.withResolvers();
      server.answer(ANA_HISTORY, ({ query }) => (query.before ? answer.promise : newest));
      screen = openScreen();
      return screen.subscribe(() => {});
    });

    test("lets it arrive although the history has to be loaded again", async () => {
      const older = screen.fetchNextPage();
      listSince.mockReturnValueOnce(undefined);
      sync.reconcileAll();
      answer.resolve(oldest);
      await older;
      expect(seqs()).toEqual([5, 4]);
    });

    test("loads both again once it is there", async () => {
      const older = screen.fetchNextPage();
      const before = server.callsOf(ANA_HISTORY).length;
      listSince.mockReturnValueOnce(undefined).mockReturnValueOnce(undefined);
      sync.reconcileAll();
      answer.resolve(oldest);
      await older;
      await vi.waitFor(() => expect(server.callsOf(ANA_HISTORY)).toHaveLength(before + 2));
    });
  });

  test("leaves alone data that is not about messages, and changes that the page wrote itself", async () => {
    await queryClient.fetchQuery({ queryKey: ["settings"], queryFn: () => ({ pages: [] }) });
    queryClient.setQueryData([...HISTORY, "ana"], { pages: [makeHistory(1, [])], pageParams: [null] });
    expect(listSince).not.toHaveBeenCalled();
  });

  test("follows nothing once it is stopped", async () => {
    sync.stop();
    await loadHistory(makeHistory(5, []));
    expect(listSince).not.toHaveBeenCalled();
  });
});

describe("the rows that the list lacks", () => {
  test("are loaded with the latest conversations, which go in front of the loaded ones", async () => {
    await loadList(makeList(4, [makeRow("bia", 4)]));
    server.answer(LIST, () => makeList(6, [makeRow("ana", 6), makeRow("bia", 4)]));
    await sync.loadMissingRows();
    expect(rowIds()).toEqual(["ana", "bia"]);
    expect(server.callsOf(LIST).at(-1)?.query).toEqual({ sort: "latest" });
  });

  test("get the changes that were made while their page was on its way", async () => {
    await loadList(makeList(4, [makeRow("bia", 4)]));
    server.answer(LIST, () => makeList(6, [makeRow("ana", 6)]));
    const late: Change = makeChange(7, { unread: 9 });
    listSince.mockImplementation((seq) => (seq < 7 ? [late] : []));
    await sync.loadMissingRows();
    const list = queryClient.getQueryData<InfiniteData<ConversationPage>>(CONVERSATIONS);
    expect(list?.pages[0]?.conversations[0]).toMatchObject({ unread: 9, lastSeq: 7 });
  });

  test("are loaded with one request at a time, and once more when more are missed meanwhile", async () => {
    await loadList(makeList(4, []));
    const answers = [Promise.withResolvers<ConversationPage>(), Promise.withResolvers<ConversationPage>()];
    const leftAnswers = [...answers];
    server.answer(LIST, () => leftAnswers.shift()?.promise);
    const before = server.callsOf(LIST).length;
    const countCalls = () => server.callsOf(LIST).length - before;
    const loading = sync.loadMissingRows();
    void sync.loadMissingRows();
    void sync.loadMissingRows();
    expect(countCalls()).toBe(1);
    answers[0]?.resolve(makeList(5, []));
    await vi.waitFor(() => expect(countCalls()).toBe(2));
    answers[1]?.resolve(makeList(6, []));
    await loading;
    expect(countCalls()).toBe(2);
  });

  test("are requested again by the next change after a failure", async () => {
    await loadList(makeList(4, []));
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    server.answer(LIST, fail);
    await sync.loadMissingRows();
    expect(warn).toHaveBeenCalledOnce();
    server.answer(LIST, () => makeList(6, [makeRow("ana", 6)]));
    await sync.loadMissingRows();
    expect(rowIds()).toEqual(["ana"]);
  });
});

describe("the top of the list", () => {
  test("[K7.02] is read again for members who came online, and keeps the way to the next page", async () => {
    await loadList({ ...makeList(4, [makeRow("bia", 4), makeRow("ana", 3)]), next: "offline.3" });
    const here = { ...makeRow("cris", 1), peer: { ...makeRow("cris", 1).peer, presence: "online" as const } };
    server.answer(LIST, () => ({ ...makeList(4, [here, makeRow("bia", 4)]), next: "offline.4" }));
    await sync.refreshList();
    expect(rowIds()).toEqual(["cris", "bia", "ana"]);
    const list = queryClient.getQueryData<InfiniteData<ConversationPage>>(CONVERSATIONS);
    expect(list?.pages.at(-1)?.next).toBe("offline.3");
    expect(server.callsOf(LIST).at(-1)?.query).toEqual({});
  });

  test("stays as it is when it cannot be read", async () => {
    await loadList(makeList(4, [makeRow("bia", 4)]));
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    server.answer(LIST, fail);
    await sync.refreshList();
    expect(rowIds()).toEqual(["bia"]);
    expect(warn).toHaveBeenCalledOnce();
  });
});
