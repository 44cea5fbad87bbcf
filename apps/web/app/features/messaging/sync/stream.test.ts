import { describe, expect, test, vi } from "vitest";
import { fc } from "../../../../../../testing/properties.ts";
import type { Change, ChangesPage, Conversation, ConversationPage, HistoryPage, Message } from "../types.ts";
import { openStream } from "./stream.ts";
import { insertRows, isRowMissing, listMessages, listRows, patchConversations, patchHistory } from "./stream-rules.ts";

const PEERS = ["ana", "bia"];
type Action = { type: Change["type"]; peer: number; isMine: boolean };

/** A server with one member's messages: its state, and every change that led to this state. */
function openServer() {
  let messages: (Message & { withId: string })[] = [];
  const log: Change[] = [];
  /** Changes up to here are no longer kept. */
  let prunedUpTo = 0;
  const lastSeq = () => log.at(-1)?.seq ?? 0;
  const of = (withId: string) => messages.filter((message) => message.withId === withId);
  const unreadOf = (withId: string) => of(withId).filter(({ isMine, readAt }) => !isMine && !readAt).length;
  const countAll = () => PEERS.reduce((sum, peer) => sum + unreadOf(peer), 0);

  const bare = ({ withId: _, ...message }: Message & { withId: string }): Message => message;
  /** A gap read shows messages as they are now, and leaves out those that are gone. */
  const asItIsNow = (change: Change): Change[] => {
    if (!change.message) return [change];
    const storedMessage = messages.find(({ id }) => id === change.message?.id);
    return storedMessage ? [{ ...change, message: bare(storedMessage) }] : [];
  };

  function act({ type, peer, isMine }: Action): Change {
    const seq = lastSeq() + 1;
    const withId = PEERS[peer] ?? "ana";
    const at = `t${seq}`;
    const upTo = type === "message" ? null : seq - 1;
    const message = {
      id: `m${seq}`,
      seq,
      clientId: isMine ? `c${seq}` : null,
      isMine,
      text: `${seq}`,
      sentAt: at,
      readAt: null,
      replyTo: null,
      reactions: { mine: null, theirs: null },
      warnings: [],
    };
    if (type === "message") messages.push({ ...message, withId });
    // The change of a reaction carries a message that the member still has.
    const reacted = type === "reaction" ? of(withId).at(-1) : undefined;
    if (reacted)
      reacted.reactions = isMine ? { ...reacted.reactions, mine: "love" } : { ...reacted.reactions, theirs: "sad" };
    if (type === "cleared") messages = messages.filter((storedMessage) => storedMessage.withId !== withId);
    if (type === "seen" || type === "read") {
      messages = messages.map((storedMessage) =>
        storedMessage.withId === withId && storedMessage.isMine === (type === "read") && !storedMessage.readAt
          ? { ...storedMessage, readAt: at }
          : storedMessage,
      );
    }
    const carried = type === "message" ? message : ((reacted && bare(reacted)) ?? null);
    const change = { seq, type, withId, message: carried, upTo: reacted ? null : upTo, at };
    log.push({ ...change, unread: unreadOf(withId), unreadTotal: countAll() });
    return { ...change, unread: unreadOf(withId), unreadTotal: countAll() };
  }
  function readRows(): Conversation[] {
    return PEERS.flatMap((id) => {
      const last = of(id).at(-1);
      const peer = { id, name: id, photoUrl: null, presence: "offline" as const };
      const flags = { isVerified: false, isPremium: false, isManaged: false, isDemo: false, isAvailable: true };
      return last
        ? [{ peer: { ...peer, ...flags }, lastMessage: bare(last), unread: unreadOf(id), lastSeq: last.seq }]
        : [];
    }).sort((a, b) => b.lastSeq - a.lastSeq);
  }
  return {
    act,
    lastSeq,
    countAll,
    readHistory: (withId: string): HistoryPage => ({
      messages: of(withId).map(bare),
      hasMore: false,
      cursor: lastSeq(),
    }),
    readList: (): ConversationPage => ({
      conversations: readRows(),
      next: null,
      cursor: lastSeq(),
      unreadTotal: countAll(),
    }),
    prune() {
      prunedUpTo = lastSeq();
    },
    readChanges(after?: number): ChangesPage {
      if (after !== undefined && after < prunedUpTo)
        return { changes: [], hasMore: false, mustStartOver: true, cursor: lastSeq(), unreadTotal: countAll() };
      const missingChanges = after === undefined ? [] : log.filter(({ seq }) => seq > after);
      const part = missingChanges.slice(0, 3);
      const hasMore = part.length < missingChanges.length;
      return {
        changes: part.flatMap(asItIsNow),
        hasMore,
        mustStartOver: false,
        cursor: hasMore ? (part.at(-1)?.seq ?? 0) : lastSeq(),
        unreadTotal: countAll(),
      };
    },
  };
}

/** Rows without the quotes and reactions of last messages, which the list does not show. */
const withoutContext = (rows: Conversation[]): Conversation[] =>
  rows.map(({ lastMessage, ...row }) => {
    const {
      id = "",
      seq = 0,
      clientId = null,
      isMine = false,
      text = "",
      sentAt = "",
      readAt = null,
    } = lastMessage ?? {};
    return { ...row, lastMessage: lastMessage && { id, seq, clientId, isMine, text, sentAt, readAt } };
  });

/** A browser: its caches, connected to a stream as in the product. */
function openBrowser(server: ReturnType<typeof openServer>, isUp: () => boolean) {
  const histories = new Map<string, HistoryPage[]>();
  let list: { pages: ConversationPage[]; pageParams: (string | null)[] } | undefined;
  let unread = 0;
  function reconcile() {
    for (const [withId, pages] of histories) {
      const since = stream.listSince(Math.min(...pages.map(({ cursor }) => cursor)));
      if (!since) histories.set(withId, [server.readHistory(withId)]);
      for (const change of since ?? [])
        histories.set(withId, patchHistory(histories.get(withId) ?? [], withId, change));
    }
    const pages = list?.pages ?? [];
    const since = stream.listSince(Math.min(...pages.map(({ cursor }) => cursor)));
    if (!since) list = { pages: [server.readList()], pageParams: [null] };
    for (const change of since ?? []) applyToList(change);
  }
  function applyToList(change: Change) {
    if (!list) return;
    const isMissing = isRowMissing(list.pages, change);
    list = { ...list, pages: patchConversations(list.pages, change) };
    if (isMissing) list = insertRows(list, server.readList());
  }
  const stream: ReturnType<typeof openStream> = openStream({
    read: async (after) => {
      const page = server.readChanges(after);
      await Promise.resolve();
      if (!isUp()) throw new Error("down");
      return page;
    },
    apply(change) {
      for (const [withId, pages] of histories) histories.set(withId, patchHistory(pages, withId, change));
      applyToList(change);
    },
    showUnread: (total) => {
      unread = total;
    },
    startOver: reconcile,
    onFailure: () => {},
  });
  return {
    stream,
    /** Lets a page arrive that was read at an earlier moment. */
    arrive(withId: string, page: HistoryPage) {
      histories.set(withId, [page]);
      reconcile();
    },
    arriveList(page: ConversationPage) {
      list = { pages: [page], pageParams: [null] };
      reconcile();
    },
    show: () => ({
      histories: [...histories].map(([withId, pages]) => [withId, listMessages(pages)]),
      list: withoutContext(listRows(list?.pages ?? [])),
      unread,
    }),
  };
}

const action = fc.record({
  type: fc.constantFrom<Change["type"]>(
    "message",
    "message",
    "message",
    "seen",
    "read",
    "cleared",
    "reaction",
    "reaction",
  ),
  peer: fc.nat(1),
  isMine: fc.boolean(),
});
/** What happens to a change on its way, and what else happens meanwhile. */
const step = fc.record({
  action,
  fate: fc.constantFrom("received", "lost", "late", "twice"),
  meanwhile: fc.constantFrom("nothing", "heartbeat", "turn", "history", "list", "fall", "prune"),
});

test("[TB.14] any mixture of events, losses, repetitions, gap reads, late pages and removed changes leads to the server's state", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const server = openServer();
      let isUp = true;
      const browser = openBrowser(server, () => isUp);
      await browser.stream.catchUp();
      const late: Change[] = [];
      const waitingPages: (() => void)[] = [];
      browser.arriveList(server.readList());
      for (const withId of PEERS) browser.arrive(withId, server.readHistory(withId));
      for (const { action, fate, meanwhile } of steps) {
        const change = server.act(action);
        if (fate === "received" || fate === "twice") browser.stream.receive(change);
        if (fate === "twice") browser.stream.receive(change);
        if (fate === "late") late.push(change);
        if (meanwhile === "heartbeat") browser.stream.observeSeq(server.lastSeq());
        if (meanwhile === "fall") isUp = !isUp;
        if (meanwhile === "prune") server.prune();
        if (meanwhile === "turn") {
          for (const old of late.splice(0).reverse()) browser.stream.receive(old);
          for (const arrive of waitingPages.splice(0)) arrive();
          await Promise.resolve();
        }
        const history = server.readHistory("ana");
        if (meanwhile === "history") waitingPages.push(() => browser.arrive("ana", history));
        const list = server.readList();
        if (meanwhile === "list") waitingPages.push(() => browser.arriveList(list));
      }
      isUp = true;
      for (const arrive of waitingPages) arrive();
      await browser.stream.catchUp();
      browser.stream.observeSeq(server.lastSeq());
      await browser.stream.catchUp();

      expect(browser.show()).toEqual({
        histories: PEERS.map((withId) => [withId, server.readHistory(withId).messages]),
        list: withoutContext(server.readList().conversations),
        unread: server.countAll(),
      });
    }),
  );
});

describe("the stream", () => {
  const page = (cursor: number): ChangesPage => ({
    changes: [],
    cursor,
    hasMore: false,
    mustStartOver: false,
    unreadTotal: 0,
  });
  const deps = { apply: vi.fn(), showUnread: vi.fn(), startOver: vi.fn(), onFailure: vi.fn() };

  test("reads a gap once, however often it is noticed", async () => {
    const readStream = vi.fn(async () => page(9));
    const stream = openStream({ ...deps, read: readStream });
    stream.observeSeq(9);
    stream.observeSeq(9);
    await stream.catchUp();
    expect(readStream).toHaveBeenCalledTimes(1);
    stream.observeSeq(9);
    expect(readStream).toHaveBeenCalledTimes(1);
  });

  test("[M8.40] only logs a failed read, and reads again at the next seq", async () => {
    const onFailure = vi.fn();
    const readStream = vi.fn(async () => page(9)).mockRejectedValueOnce(new Error("down"));
    const stream = openStream({ ...deps, read: readStream, onFailure });
    await stream.catchUp();
    expect(onFailure).toHaveBeenCalledOnce();
    stream.observeSeq(9);
    await stream.catchUp();
    expect(readStream).toHaveBeenCalledTimes(2);
  });

  test("[TB.14] starts over where the server no longer keeps what lies between", async () => {
    const [startOver, apply] = [vi.fn(), vi.fn()];
    const readStream = vi.fn(async (after?: number) => ({
      ...page(after === undefined ? 3 : 90),
      mustStartOver: after === 3,
    }));
    const stream = openStream({ ...deps, read: readStream, startOver, apply });
    await stream.catchUp();
    stream.observeSeq(90);
    await stream.catchUp();
    expect(startOver).toHaveBeenCalledTimes(2);
    expect(readStream.mock.calls).toEqual([[], [3]]);
    expect(stream.listSince(89)).toBeUndefined();
    stream.observeSeq(90);
    expect(readStream).toHaveBeenCalledTimes(2);
  });

  test("starts over at the present seq after too long an absence", async () => {
    const startOver = vi.fn();
    let reads = 0;
    const readStream = vi.fn(async (after?: number) => {
      reads += 1;
      return after === undefined ? page(1_000 + reads) : { ...page(after + 1), hasMore: true };
    });
    const stream = openStream({ ...deps, read: readStream, startOver });
    await stream.catchUp();
    await stream.catchUp();
    expect(startOver).toHaveBeenCalledTimes(2);
    expect(readStream.mock.calls.filter(([after]) => after === undefined)).toHaveLength(2);
  });
});
