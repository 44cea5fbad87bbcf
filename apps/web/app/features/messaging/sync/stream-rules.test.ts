import { describe, expect, test } from "vitest";
import { makeMessage, makePeer } from "../make-messages.fixture.ts";
import type { Change, Conversation, ConversationPage, HistoryPage } from "../types.ts";
import {
  insertRows,
  insertSent,
  isRowMissing,
  listMessages,
  listRows,
  patchConversations,
  patchHistory,
  showHope,
  showReacted,
  takeBackHope,
} from "./stream-rules.ts";

const AT = "2026-11-21T12:00:00.000Z";

const message = (seq: number, isMine = false) => makeMessage(seq, { isMine, clientId: isMine ? `c${seq}` : null });

const change = (seq: number, type: Change["type"], rest: Partial<Change> = {}): Change => ({
  seq,
  type,
  withId: "ana",
  message: type === "message" ? message(seq) : null,
  upTo: null,
  at: AT,
  unread: 0,
  unreadTotal: 0,
  ...rest,
});

const page = (cursor: number, seqs: number[], hasMore = false): HistoryPage => ({
  cursor,
  hasMore,
  messages: seqs.map((seq) => message(seq, seq % 2 === 0)),
});

const row = (id: string, seq: number): Conversation => ({
  peer: makePeer(id),
  lastMessage: message(seq),
  unread: 0,
  lastSeq: seq,
});
const list = (cursor: number, rows: Conversation[], next: string | null = null): ConversationPage => ({
  conversations: rows,
  next,
  cursor,
  unreadTotal: 0,
});

describe("the loaded history of a conversation", () => {
  test("gets a new message at the end of its newest page, once", () => {
    const pages = patchHistory([page(4, [3, 4], true), page(4, [1, 2])], "ana", change(5, "message"));
    expect(listMessages(pages).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
    expect(listMessages(patchHistory(pages, "ana", change(5, "message")))).toHaveLength(5);
  });

  test("ignores a change that its page already shows; a change of another conversation only moves its cursor", () => {
    expect(patchHistory([page(9, [3])], "ana", change(9, "message"))).toEqual([page(9, [3])]);
    const [other] = patchHistory([page(4, [3])], "bia", change(5, "message"));
    expect(other).toEqual({ ...page(4, [3]), cursor: 5 });
  });

  test("[K2.11] shows when own messages were read, and received ones seen", () => {
    const readHistory = patchHistory([page(4, [1, 2, 3, 4])], "ana", change(5, "read", { upTo: 2 }));
    expect(listMessages(readHistory).map(({ readAt }) => readAt)).toEqual([null, AT, null, null]);
    const seenHistory = patchHistory([page(4, [1, 2, 3, 4])], "ana", change(5, "seen", { upTo: 3 }));
    expect(listMessages(seenHistory).map(({ readAt }) => readAt)).toEqual([AT, null, AT, null]);
  });

  test("[K4.04] is empty and marked as cleared after a deletion, except for later messages", () => {
    const [all] = patchHistory([page(4, [1, 2, 3], true)], "ana", change(5, "cleared", { upTo: 4 }));
    expect(all).toMatchObject({ messages: [], hasMore: false, isCleared: true });
    const [some] = patchHistory([page(4, [1, 2, 3], true)], "ana", change(5, "cleared", { upTo: 2 }));
    expect(some?.messages.map(({ seq }) => seq)).toEqual([3]);
    expect(some?.hasMore).toBe(false);
  });

  test("shows a sent message once it is acknowledged, in its order, and not again when its change arrives", () => {
    const sentHistory = insertSent([page(4, [3])], message(6, true));
    const pages = patchHistory(
      patchHistory(sentHistory, "ana", change(5, "message")),
      "ana",
      change(6, "message", { message: message(6, true) }),
    );
    expect(listMessages(pages).map(({ seq }) => seq)).toEqual([3, 5, 6]);
  });

  test("does not bring back a message that was deleted before its acknowledgement arrived", () => {
    const cleared = patchHistory([page(5, [5])], "ana", change(6, "cleared", { upTo: 5 }));
    expect(listMessages(insertSent(cleared, message(5, true)))).toEqual([]);
  });
});

describe("a reaction", () => {
  const reacted = { ...message(2), reactions: { mine: null, theirs: "love" as const } };

  test("[K4.14] replaces the message in whatever page has it, and adds it to none", () => {
    const pages = [page(4, [3, 4], true), page(4, [1, 2])];
    const patched = patchHistory(pages, "ana", change(5, "reaction", { message: reacted }));
    expect(listMessages(patched).map(({ seq, reactions }) => [seq, reactions.theirs])).toEqual([
      [1, null],
      [2, "love"],
      [3, null],
      [4, null],
    ]);
    expect(patched.map(({ cursor }) => cursor)).toEqual([5, 5]);
    const cleared = patchHistory(pages, "ana", change(5, "cleared", { upTo: 4 }));
    expect(listMessages(patchHistory(cleared, "ana", change(6, "reaction", { message: reacted })))).toEqual([]);
  });

  test("[K4.14] that the member gave is shown by its answer, unless the page already shows what came later", () => {
    const pages = [page(4, [1, 2])];
    const answeredHistory = showReacted(pages, reacted, 5);
    expect(listMessages(answeredHistory)[1]?.reactions.theirs).toBe("love");
    // The cursor stays, because the change still comes and replaces the message.
    expect(answeredHistory[0]?.cursor).toBe(4);
    expect(showReacted([page(5, [1, 2])], reacted, 5)).toEqual([page(5, [1, 2])]);
  });

  test("[K4.14] that is shown before its answer disappears when the server refuses it, and nothing else of the message does", () => {
    const pages = [page(4, [3, 4], true), page(4, [1, 2])];
    const patchSeen = (some: HistoryPage[]) => patchHistory(some, "ana", change(5, "seen", { upTo: 4 }));
    const hopedHistory = showHope(pages, message(3).id, "fire");
    expect(listMessages(hopedHistory).map(({ reactions }) => reactions.mine)).toEqual([null, null, "fire", null]);
    expect(takeBackHope(patchSeen(hopedHistory), message(3).id, null)).toEqual(patchSeen(pages));
  });

  test("[K4.14] that was stored stays although its answer got lost", () => {
    const hopedHistory = showHope([page(4, [1, 2])], message(2).id, "fire");
    const storedMessage = { ...message(2), reactions: { mine: "fire" as const, theirs: null } };
    const patched = patchHistory(hopedHistory, "ana", change(5, "reaction", { message: storedMessage }));
    expect(listMessages(takeBackHope(patched, storedMessage.id, null))[1]?.reactions.mine).toBe("fire");
    // A change that arrives after the reaction was taken back shows it again.
    const late = patchHistory(
      takeBackHope(hopedHistory, storedMessage.id, null),
      "ana",
      change(5, "reaction", { message: storedMessage }),
    );
    expect(late).toEqual(patched);
  });

  test("[K4.14] changes only the unread count of a row of the list", () => {
    const rows = listRows(patchConversations([list(5, [row("ana", 5)])], change(6, "reaction", { message: reacted })));
    expect(rows).toEqual([row("ana", 5)]);
  });
});

describe("the loaded list of conversations", () => {
  test("moves a conversation up with its new message and unread count", () => {
    const pages = patchConversations(
      [list(5, [row("bia", 5)], "offline.5"), list(5, [row("ana", 2)])],
      change(6, "message", { unread: 3 }),
    );
    expect(listRows(pages).map(({ peer: { id }, unread }) => [id, unread])).toEqual([
      ["ana", 3],
      ["bia", 0],
    ]);
  });

  test("loses a conversation that was emptied, and keeps one with a later message", () => {
    expect(listRows(patchConversations([list(5, [row("ana", 5)])], change(6, "cleared", { upTo: 5 })))).toEqual([]);
    expect(listRows(patchConversations([list(5, [row("ana", 5)])], change(6, "cleared", { upTo: 4 })))).toHaveLength(1);
  });

  test("lacks a row only for a message of a conversation that none of its pages has", () => {
    const pages = [list(5, [row("bia", 5)])];
    expect(isRowMissing(pages, change(6, "message"))).toBe(true);
    expect(isRowMissing(pages, change(6, "message", { withId: "bia" }))).toBe(false);
    expect(isRowMissing(pages, change(6, "seen"))).toBe(false);
    expect(isRowMissing(pages, change(5, "message"))).toBe(false);
  });

  test("gets a later first page in front of its own, with each member once, and keeps the cursor of its next page", () => {
    const [five, three] = ["offline.5", "offline.3"];
    const old = { pages: [list(5, [row("bia", 5)], five), list(5, [row("cris", 3)], three)], pageParams: [null, five] };
    const next = insertRows(old, list(7, [row("ana", 7), row("bia", 5)], five));
    expect(listRows(next.pages).map(({ peer: { id } }) => id)).toEqual(["ana", "bia", "cris"]);
    expect(next.pages.map(({ next: cursor }) => cursor)).toEqual([five, three]);
    expect(next.pageParams).toEqual([null, five]);
  });
});
