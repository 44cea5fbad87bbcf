// @vitest-environment happy-dom
import { errorCatalogue } from "@caramelo/contract/call/errors";
import { LIVE_CLOSE, SEND_RETRY_MS, TYPING_EVERY_MS, TYPING_MS } from "@caramelo/contract/limits";
import { messagingTexts } from "@caramelo/contract/texts/messaging";
import type { InfiniteData } from "@tanstack/react-query";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type FakeServer, fail, openFakeServer, refuse } from "~/testing/fake-server.ts";
import { FakeSocket } from "~/testing/fake-socket.ts";
import { makeSessionUser } from "~/testing/session-user.ts";
import { goOnline, showTab } from "~/testing/tab.ts";
import type { ToastContent } from "~/ui/overlays/toast.ts";
import { makeChange, makeChat, makeEntry, makeHistory, makeMessage } from "./make-messages.fixture.ts";
import type { Change, HistoryPage } from "./types.ts";

const { showToast, queuePopUp } = vi.hoisted(() => ({
  showToast: vi.fn<(toast: ToastContent) => void>(),
  queuePopUp: vi.fn<(change: Change) => void>(),
}));
vi.mock("partysocket/ws", () => ({ default: FakeSocket }));
vi.mock("~/ui/overlays/toast.ts", () => ({ showToast }));
vi.mock("./pop-ups/pop-ups.ts", () => ({ queuePopUp }));

const CHANGES = "GET /messages/changes";
const SEND = "POST /conversations/:id/messages";
const CHAT = "GET /conversations/:id";
const SESSION = "GET /session";

const listeners = { onEvent: vi.fn(), onConnected: vi.fn() };
let server: FakeServer;
/** The changes in the member's stream. After `answerChanges`, the fake server answers with them. */
let changes: Change[];

const answerChanges = () => {
  server.answer(CHANGES, ({ query }) => {
    const missingChanges = query.after === undefined ? [] : changes.filter(({ seq }) => seq > Number(query.after));
    const last = changes.at(-1);
    return { changes: missingChanges, hasMore: false, cursor: last?.seq ?? 0, unreadTotal: last?.unreadTotal ?? 0 };
  });
};
/** The seqs after which the stream was read; undefined for a read of the current seq. */
const readsAfter = () => server.callsOf(CHANGES).map(({ query }) => query.after);
/** Lets time pass and every due answer arrive. */
const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

const openedTabs: (() => void)[] = [];

/** Opens a tab in which a member's messages are received and sent. */
async function openTab(memberId = "me") {
  vi.resetModules();
  const session = await import("~/platform/session.ts");
  server.answer(SESSION, () => ({ user: makeSessionUser({ id: memberId }), hasExpired: false }));
  await session.refreshSession();
  const client = await import("./messaging-client.ts");
  const store = await import("./outbox/outbox-store.ts");
  const { queryClient } = await import("~/platform/query.ts");
  const queries = await import("./queries.ts");
  const close = client.openMessagingClient(memberId, listeners);
  openedTabs.push(close, () => queryClient.clear());
  await pass();
  const entries = () => store.listEntries(memberId);
  const unread = () => queryClient.getQueryData(queries.unreadTotal().queryKey);
  return { ...client, store, session, queryClient, queries, close, entries, unread, socket: FakeSocket.latest };
}
const sentIds = () => server.callsOf(SEND).map(({ body }) => (body as { clientId: string }).clientId);
const states = (tab: Awaited<ReturnType<typeof openTab>>) => tab.entries().map(({ text, state }) => [text, state]);

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  localStorage.clear();
  sessionStorage.clear();
  FakeSocket.all = [];
  server = openFakeServer();
  changes = [];
  answerChanges();
  server.answer(SEND, () => new Promise(() => {}));
  showTab(true);
  return () => {
    for (const close of openedTabs.splice(0)) close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

describe("receiving messages", () => {
  test("begins at the present seq of the stream and shows how many messages are unread", async () => {
    changes = [makeChange(4, { unreadTotal: 6 })];
    const tab = await openTab();
    expect(readsAfter()).toEqual([undefined]);
    expect(tab.unread()).toBe(6);
    expect(queuePopUp).not.toHaveBeenCalled();
  });

  test("applies the next change at once and offers it to the pop-ups", async () => {
    const tab = await openTab();
    tab.socket.open();
    tab.socket.receive({ event: "change", ...makeChange(1, { unreadTotal: 3 }) });
    expect(tab.unread()).toBe(3);
    await vi.waitFor(() => expect(queuePopUp).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ seq: 1 })));
    expect(readsAfter()).toEqual([undefined]);
  });

  test("reads the gap when a change or a heartbeat is ahead", async () => {
    const tab = await openTab();
    tab.socket.open();
    changes = [makeChange(1), makeChange(2), makeChange(3, { unreadTotal: 8 })];
    tab.socket.receive({ event: "change", ...makeChange(2) });
    await pass();
    expect(readsAfter()).toEqual([undefined, "0"]);
    expect(tab.unread()).toBe(8);
    tab.socket.receive({ event: "heartbeat", lastSeq: 3 });
    await pass();
    expect(readsAfter()).toHaveLength(2);
    changes.push(makeChange(4));
    tab.socket.receive({ event: "heartbeat", lastSeq: 4 });
    await pass();
    expect(readsAfter()).toEqual([undefined, "0", "3"]);
  });

  test("reads the stream every 30 seconds without a connection, in a visible tab only", async () => {
    const tab = await openTab();
    await pass(30_000);
    expect(readsAfter()).toHaveLength(2);
    showTab(false);
    await pass(30_000);
    expect(readsAfter()).toHaveLength(2);
    showTab(true);
    FakeSocket.latest.open();
    FakeSocket.latest.receive({ event: "heartbeat", lastSeq: 0 });
    await pass(30_000);
    expect(readsAfter()).toHaveLength(2);
    tab.requestSync();
    await pass();
    expect(readsAfter()).toHaveLength(2);
  });

  test("reads the stream after a change on the server when there is no connection", async () => {
    const tab = await openTab();
    tab.requestSync();
    await pass();
    expect(readsAfter()).toHaveLength(2);
  });

  test("passes on events that are not about messages, and counts again when members go out of sight", async () => {
    const tab = await openTab();
    tab.socket.open();
    tab.socket.receive({ event: "notifications", unread: 2 });
    tab.socket.receive({ event: "changed", what: "self" });
    await pass();
    expect(listeners.onEvent.mock.calls.map(([event]) => event.kind)).toEqual(["notifications", "changed"]);
    expect(readsAfter()).toHaveLength(1);
    tab.socket.receive({ event: "changed", what: "people" });
    await pass();
    expect(readsAfter()).toHaveLength(2);
    expect(listeners.onEvent).toHaveBeenCalledTimes(3);
  });

  test("says when a connection is open", async () => {
    const tab = await openTab();
    tab.socket.open();
    tab.socket.receive({ event: "heartbeat", lastSeq: 0 });
    expect(listeners.onConnected.mock.calls).toEqual([[true]]);
  });

  test("asks for the session when the server says that it is over", async () => {
    const tab = await openTab();
    tab.socket.drop(LIVE_CLOSE.sessionOver);
    expect(server.callsOf(SESSION)).toHaveLength(2);
  });

  test("ends the typing of a member whose message arrives, and not at the member's own message", async () => {
    const tab = await openTab();
    const typing = await import("./sync/typing-store.ts");
    const setTyping = () => tab.socket.receive({ event: "typing", withId: "ana", isTyping: true });
    const { renderHook, act } = await import("@testing-library/react");
    const { result } = renderHook(() => typing.useIsTyping("ana"));
    tab.socket.open();
    act(setTyping);
    expect(result.current).toBe(true);
    act(() => tab.socket.receive({ event: "change", ...makeChange(1, { message: makeMessage(1, { isMine: true }) }) }));
    expect(result.current).toBe(true);
    act(() => tab.socket.receive({ event: "change", ...makeChange(2) }));
    expect(result.current).toBe(false);
    act(setTyping);
    act(() => void vi.advanceTimersByTime(TYPING_MS));
    expect(result.current).toBe(false);
  });

  test("sends the member's own typing over the connection", async () => {
    const tab = await openTab();
    tab.socket.open();
    tab.sendTyping("ana", true);
    expect(tab.socket.send.mock.calls).toEqual([['{"event":"typing","withId":"ana","isTyping":true}']]);
  });

  test("[T59] sends typing once a second, and its end as soon as it may", async () => {
    const tab = await openTab();
    tab.socket.open();
    const listSent = () => tab.socket.send.mock.calls.map(([frame]) => JSON.parse(String(frame)).isTyping);
    tab.sendTyping("ana", true);
    tab.sendTyping("ana", false);
    tab.sendTyping("ana", true);
    await pass(TYPING_EVERY_MS * 3);
    expect(listSent()).toEqual([true]);
    tab.sendTyping("ana", true);
    tab.sendTyping("ana", false);
    expect(listSent()).toEqual([true, true]);
    await pass(TYPING_EVERY_MS - 1);
    expect(listSent()).toEqual([true, true]);
    await pass(TYPING_EVERY_MS);
    expect(listSent()).toEqual([true, true, false]);
  });
});

/** The messages that were sent over the live connection. */
const sentLive = ({ socket }: { socket: FakeSocket }) =>
  socket.send.mock.calls.map(([frame]) => JSON.parse(frame)).filter(({ event }) => event === "send");

describe("sending messages over the live connection", () => {
  test("sends over an open connection, and is done with its answer", async () => {
    const tab = await openTab();
    tab.socket.open();
    tab.sendMessage("ana", "oi");
    const [frame] = sentLive(tab);
    expect(frame).toEqual({ event: "send", withId: "ana", clientId: expect.any(String), text: "oi" });
    tab.socket.receive({ event: "sent", message: makeMessage(1, { clientId: frame.clientId, isMine: true }) });
    await pass();
    expect(tab.entries()).toEqual([]);
    expect(sentIds()).toEqual([]);
  });

  test("returns what was refused, with what has to be confirmed", async () => {
    const tab = await openTab();
    server.answer(CHAT, () => makeChat("ana"));
    tab.socket.open();
    tab.sendMessage("ana", "oi");
    const { clientId } = sentLive(tab)[0];
    const refusal = { code: "MESSAGE_NEEDS_CONFIRMATION", retryAfterSeconds: 0, warnings: ["pix"] };
    tab.socket.receive({ event: "refused", clientId, ...refusal });
    await pass();
    expect(tab.entries()).toMatchObject([{ state: "returned", failure: refusal.code, warnings: ["pix"] }]);
    expect(sentIds()).toEqual([]);
  });

  test.each([
    ["closes", (socket: FakeSocket) => socket.drop(1006)],
    ["answers that the session is over", (socket: FakeSocket) => socket.receive(sessionOver(socket))],
  ])("sends the same id by a call when the connection %s before it answers", async (_, happen) => {
    const tab = await openTab();
    tab.socket.open();
    tab.sendMessage("ana", "oi");
    const { clientId } = sentLive(tab)[0];
    happen(tab.socket);
    await pass();
    expect(sentIds()).toEqual([clientId]);
  });

  test("sends the same id by a call when the connection stays silent", async () => {
    const tab = await openTab();
    tab.socket.open();
    tab.sendMessage("ana", "oi");
    const { clientId } = sentLive(tab)[0];
    await pass(5_000);
    expect(sentIds()).toEqual([clientId]);
  });

  test("sends the next ones at once by a call where a server does not know the event, whatever else it sends", async () => {
    const tab = await openTab();
    tab.socket.open();
    const answer = Promise.withResolvers<object>();
    server.answer(SEND, () => answer.promise);
    tab.sendMessage("ana", "oi");
    await pass(5_000);
    const message = makeMessage(1, { clientId: sentIds()[0] ?? null, isMine: true });
    tab.socket.receive({ event: "change", ...makeChange(1, { message }) });
    answer.resolve(message);
    await pass();
    tab.socket.receive({ event: "heartbeat", lastSeq: 1 });
    tab.sendMessage("ana", "tudo bem?");
    await pass();
    expect([sentIds().length, sentLive(tab).length]).toEqual([2, 1]);

    // A new connection may lead to a server that knows the event.
    tab.socket.drop(1006);
    tab.socket.open();
    server.answer(SEND, () => new Promise(() => {}));
    tab.sendMessage("bia", "oi");
    expect(sentLive(tab)).toHaveLength(2);
  });
});

function sessionOver(socket: FakeSocket): object {
  const { clientId } = sentLive({ socket })[0];
  return { event: "refused", clientId, code: "AUTH_SESSION_EXPIRED", retryAfterSeconds: 0, warnings: [] };
}

describe("sending messages", () => {
  /** An answer of the server: the stored message, which it also adds to the changes of the member's stream. */
  const answerSend = (seq: number) => (call: { body: unknown }) => {
    // The cast is safe, because the client sends nothing else in this body.
    const { clientId, text } = call.body as { clientId: string; text: string };
    const message = makeMessage(seq, { clientId, text, isMine: true });
    changes.push(makeChange(seq, { message }));
    return message;
  };

  test("shows a message as waiting until the server has stored it", async () => {
    const tab = await openTab();
    const answer = Promise.withResolvers<object>();
    server.answer(SEND, () => answer.promise);
    tab.sendMessage("ana", "oi");
    expect(states(tab)).toEqual([["oi", "waiting"]]);
    expect(server.callsOf(SEND)).toMatchObject([{ params: ["ana"], body: { text: "oi" } }]);
    answer.resolve(makeMessage(1, { clientId: sentIds()[0] ?? null, isMine: true }));
    await pass();
    expect(tab.entries()).toEqual([]);
  });

  test("shows a stored message in its conversation before its change arrives", async () => {
    const tab = await openTab();
    server.answer("GET /conversations/:id/messages", () => makeHistory(0, []));
    await tab.queryClient.fetchInfiniteQuery(tab.queries.messageHistory("ana"));
    server.answer(SEND, answerSend(1));
    tab.sendMessage("ana", "oi");
    await pass();
    const history = tab.queryClient.getQueryData<InfiniteData<HistoryPage>>(["messaging", "history", "ana"]);
    expect(history?.pages[0]?.messages.map(({ text }) => text)).toEqual(["oi"]);
  });

  test("keeps the id of an earlier try", async () => {
    const tab = await openTab();
    tab.sendMessage("ana", "oi", { clientId: "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b" });
    expect(sentIds()).toEqual(["0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b"]);
  });

  test("reads the stream a moment after the answer if the change of the message is still missing", async () => {
    const tab = await openTab();
    server.answer(SEND, answerSend(1));
    tab.sendMessage("ana", "oi");
    await pass(1_499);
    expect(readsAfter()).toHaveLength(1);
    await pass(1);
    expect(readsAfter()).toEqual([undefined, "0"]);
  });

  test("forgets a waiting message when its change arrives before the answer", async () => {
    const tab = await openTab();
    tab.sendMessage("ana", "oi");
    const [clientId = null] = sentIds();
    tab.socket.open();
    tab.socket.receive({ event: "change", ...makeChange(1, { message: makeMessage(1, { isMine: true, clientId }) }) });
    expect(tab.entries()).toEqual([]);
  });

  test("sends again under the same id after a failure, sooner when the network or the member returns", async () => {
    const tab = await openTab();
    server.answer(SEND, fail);
    tab.sendMessage("ana", "oi");
    await pass();
    expect(sentIds()).toHaveLength(1);
    await pass(999);
    expect(sentIds()).toHaveLength(1);
    await pass(1);
    expect(sentIds()).toHaveLength(2);
    goOnline();
    await pass();
    expect(sentIds()).toHaveLength(3);
    showTab(true);
    await pass();
    expect(sentIds()).toHaveLength(4);
    expect(new Set(sentIds()).size).toBe(1);
    server.answer(SEND, answerSend(1));
    await pass(15_000);
    expect(tab.entries()).toEqual([]);
  });

  test("[TB.11] keeps a message that meets the limit as being sent, says nothing, and sends it when the server said", async () => {
    const tab = await openTab();
    server.answer(SEND, () => refuse("RATE_LIMIT_EXCEEDED", 429, { retryAfter: 3 }));
    tab.sendMessage("ana", "um");
    tab.sendMessage("ana", "dois");
    await pass();
    expect(states(tab)).toEqual([
      ["um", "waiting"],
      ["dois", "waiting"],
    ]);
    const until = Date.now() + 3_000;
    expect(tab.entries().map(({ limitedUntil }) => limitedUntil)).toEqual([until, until]);
    server.answer(SEND, answerSend(1));
    await pass(2_999);
    expect(sentIds()).toHaveLength(1);
    await pass(1);
    expect(server.callsOf(SEND).map(({ body }) => (body as { text: string }).text)).toEqual(["um", "um", "dois"]);
    expect(tab.entries()).toEqual([]);
    expect(showToast).not.toHaveBeenCalled();
    expect(server.callsOf(CHAT)).toHaveLength(0);
  });

  test("[D5.40] takes an answer that does not come within 20 seconds for none, also in a browser without AbortSignal.any", async () => {
    vi.spyOn(AbortSignal, "any").mockImplementation(() => {
      throw new TypeError("AbortSignal.any is not a function");
    });
    const tab = await openTab();
    tab.sendMessage("ana", "oi");
    await pass(19_999);
    expect(sentIds()).toHaveLength(1);
    await pass(1_001);
    expect(sentIds()).toHaveLength(2);
  });

  test("returns the text after two minutes without an answer, with one toast", async () => {
    const tab = await openTab();
    server.answer(SEND, fail);
    tab.sendMessage("ana", "oi");
    tab.sendMessage("ana", "tudo bem?");
    await pass(SEND_RETRY_MS + 15_000);
    expect(states(tab)).toEqual([
      ["oi", "returned"],
      ["tudo bem?", "returned"],
    ]);
    expect(showToast.mock.calls).toEqual([[{ type: "error", title: messagingTexts.sendFailed }]]);
  });

  test("returns a refused text at once with the words of its refusal, and reloads what the member may do", async () => {
    const tab = await openTab();
    server.answer(CHAT, () => makeChat("ana"));
    await tab.queryClient.fetchQuery(tab.queries.chatOf("ana"));
    server.answer(SEND, () => refuse("UPGRADE_REQUIRED", 402));
    tab.sendMessage("ana", "oi");
    await pass();
    expect(states(tab)).toEqual([["oi", "returned"]]);
    expect(showToast.mock.calls).toEqual([[{ type: "error", title: errorCatalogue.UPGRADE_REQUIRED.text }]]);
    expect(tab.queryClient.getQueryState(tab.queries.chatOf("ana").queryKey)?.isInvalidated).toBe(true);
  });

  test.each(["UPGRADE_REQUIRED", "PEER_UNAVAILABLE"] as const)(
    "says %s by a toast only where the conversation that shows it is not open",
    async (code) => {
      const tab = await openTab();
      const ana = "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b";
      server.answer(SEND, () => refuse(code, 402));
      history.replaceState(null, "", `/mensagens?userId=${ana}`);
      tab.sendMessage(ana, "oi");
      await pass();
      expect(states(tab)).toEqual([["oi", "returned"]]);
      expect(showToast).not.toHaveBeenCalled();
      history.replaceState(null, "", "/busca");
      tab.sendMessage(ana, "tudo bem?");
      await pass();
      expect(showToast).toHaveBeenCalledOnce();
    },
  );

  test("names no reason for a refusal that says nothing to the member", async () => {
    const tab = await openTab();
    server.answer(SEND, () => refuse("NOT_FOUND", 404));
    tab.sendMessage("ana", "oi");
    await pass();
    expect(showToast.mock.calls).toEqual([[{ type: "error", title: messagingTexts.sendFailed }]]);
  });

  test("announces a returned text only in a visible tab, once it is looked at, and not again", async () => {
    const tab = await openTab();
    server.answer(SEND, () => refuse("UPGRADE_REQUIRED", 402));
    showTab(false);
    tab.sendMessage("ana", "oi");
    await pass();
    expect(showToast).not.toHaveBeenCalled();
    showTab(true);
    showTab(true);
    expect(showToast).toHaveBeenCalledOnce();
  });

  test("[D4.27] asks again what a payer has left after each message, and nothing for others", async () => {
    const tab = await openTab();
    server.answer(SEND, answerSend(1));
    const { queryKey } = tab.queries.chatOf("ana");
    const { meta } = tab.queries.chatOf("ana");
    tab.queryClient.getQueryCache().build(tab.queryClient, { queryKey, meta });
    tab.queryClient.setQueryData(queryKey, makeChat("ana"));
    const countCalls = () => server.callsOf(SESSION).length;
    const before = countCalls();
    tab.sendMessage("ana", "oi");
    await pass();
    expect([countCalls(), tab.queryClient.getQueryState(queryKey)?.isInvalidated]).toEqual([before, false]);
    const user = makeSessionUser({ id: "me", role: "daddy", balance: { tokens: 3, conversations: 1 } });
    server.answer(SESSION, () => ({ user, hasExpired: false }));
    await tab.session.refreshSession();
    server.answer(SEND, answerSend(2));
    tab.sendMessage("ana", "tudo bem?");
    await pass();
    expect([countCalls(), tab.queryClient.getQueryState(queryKey)?.isInvalidated]).toEqual([before + 2, true]);
  });

  test("sends what an earlier page of this browser left behind", async () => {
    localStorage.setItem("saida:me:1", JSON.stringify(makeEntry("1")));
    server.answer(SEND, answerSend(1));
    const tab = await openTab();
    expect(sentIds()).toEqual(["1"]);
    expect(tab.entries()).toEqual([]);
  });

  test("sends in one tab of a browser with locks", async () => {
    const request = vi.fn(async (_name: string, _options: object, work: () => Promise<void>) => work());
    // The cast is safe, because only `request` is used.
    vi.spyOn(navigator, "locks", "get").mockReturnValue({ request } as unknown as LockManager);
    const tab = await openTab();
    server.answer(SEND, answerSend(1));
    tab.sendMessage("ana", "oi");
    await pass();
    expect(request).toHaveBeenCalledWith("caramelo:me:ana", { signal: expect.any(AbortSignal) }, expect.any(Function));
    expect(tab.entries()).toEqual([]);
  });
});

describe("closing", () => {
  test("ends the connection, the requests on their way, the tries and the reads", async () => {
    const tab = await openTab();
    server.answer(SEND, fail);
    tab.sendMessage("ana", "oi");
    await pass();
    tab.close();
    goOnline();
    await pass(60_000);
    expect(sentIds()).toHaveLength(1);
    expect(readsAfter()).toHaveLength(1);
    expect(tab.socket.isClosedByPage).toBe(true);
    tab.sendMessage("ana", "mais uma");
    expect(states(tab)).toEqual([["oi", "waiting"]]);
  });

  test("aborts the request on its way without returning its text", async () => {
    const tab = await openTab();
    tab.sendMessage("ana", "oi");
    await pass();
    tab.close();
    await pass();
    expect(server.callsOf(SEND)[0]?.signal?.aborted).toBe(true);
    expect(states(tab)).toEqual([["oi", "waiting"]]);
    expect(showToast).not.toHaveBeenCalled();
  });

  test("clears the outbox after a sign-out", async () => {
    const tab = await openTab();
    tab.sendMessage("ana", "oi");
    server.answer("DELETE /session", () => ({}));
    await tab.session.signOut();
    tab.close();
    expect(tab.entries()).toEqual([]);
  });

  test("[T74] clears the outbox when the session expired: another person may be the next to sign in", async () => {
    const tab = await openTab();
    tab.sendMessage("ana", "oi");
    server.answer(SESSION, () => ({ user: null, hasExpired: true }));
    await tab.session.refreshSession();
    expect(localStorage).toHaveLength(0);
    tab.close();
    expect(tab.entries()).toEqual([]);
  });
});

test("opening removes the texts that another member left in this browser", async () => {
  localStorage.setItem("saida:someone:1", JSON.stringify(makeEntry("1")));
  await openTab();
  expect(localStorage.getItem("saida:someone:1")).toBeNull();
});
