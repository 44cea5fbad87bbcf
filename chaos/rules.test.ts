import { expect, test } from "vitest";
import {
  type AcknowledgedWrites,
  type Fault,
  findFaults,
  type MessageRow,
  type ShownView,
  type StoredState,
} from "./rules.ts";

const [BIA, DAN] = ["bia", "dan"];
const AT = new Date("2026-11-23T12:00:00Z");
const READ_AT = new Date("2026-11-23T12:01:00Z");

type World = { acknowledged: AcknowledgedWrites; storedState: StoredState; shownViews: ShownView[] };

function messageRow(changes: Partial<MessageRow> & Pick<MessageRow, "id" | "text">): MessageRow {
  const { id } = changes;
  return {
    senderId: DAN,
    recipientId: BIA,
    clientId: `client ${id}`,
    senderSeq: 1,
    recipientSeq: 1,
    sentAt: AT,
    readAt: null,
    ...changes,
  };
}

/** Dan, who pays, wrote twice and Bia once; Bia has read the first, and Dan reacted to hers. */
function makeWorld(): World {
  const first = messageRow({ id: "m1", text: "oi 1", senderSeq: 1, recipientSeq: 1, readAt: READ_AT });
  const second = messageRow({ id: "m2", text: "oi 2", senderSeq: 3, recipientSeq: 3 });
  const answer = messageRow({ id: "m3", text: "oi 3", senderId: BIA, recipientId: DAN, senderSeq: 4, recipientSeq: 4 });
  const messages = [first, second, answer];
  const last = { lastSeq: 4, lastMessageId: "m3", lastText: "oi 3", lastSentAt: AT, lastReadAt: null };
  const side = { ...last, changedSeq: 5, clearedUpTo: 0, unread: 1 };
  const seenMessage = (message: MessageRow, memberId: string) => {
    const isMine = message.senderId === memberId;
    const own = isMine
      ? { seq: message.senderSeq, clientId: message.clientId }
      : { seq: message.recipientSeq, clientId: null };
    // Dan loves Bia's answer.
    const reactions = {
      mine: null,
      theirs: null,
      ...(message.id === "m3" && { [isMine ? "theirs" : "mine"]: "love" }),
    };
    return {
      id: message.id,
      ...own,
      isMine,
      text: message.text,
      readAt: message.readAt?.toISOString() ?? null,
      reactions,
    };
  };
  const shownTo = (memberId: string, otherId: string, unread: number): ShownView => ({
    memberId,
    unreadTotal: unread,
    rows: [{ otherId, lastSeq: 4, lastMessageId: "m3", unread }],
    chats: [{ otherId, hasMore: false, messages: messages.map((message) => seenMessage(message, memberId)) }],
  });
  return {
    acknowledged: {
      sent: messages.map(({ sentAt: _, readAt: __, recipientSeq: ___, senderSeq, ...one }) => ({
        ...one,
        seq: senderSeq,
      })),
      read: [{ ownerId: BIA, otherId: DAN, upTo: 1 }],
      cleared: [],
      reacted: [{ messageId: "m3", memberId: DAN, reaction: "love" }],
      people: [
        { id: BIA, tokens: null, conversations: null },
        { id: DAN, tokens: 5, conversations: 3 },
      ],
    },
    storedState: {
      messages,
      reactions: [{ messageId: "m3", memberId: DAN, emoji: "love" }],
      // Bia's reading (2) and Dan's reaction (5) are changes in both streams.
      events: [
        { memberId: BIA, seq: 2, otherId: DAN },
        { memberId: DAN, seq: 2, otherId: BIA },
        { memberId: BIA, seq: 5, otherId: DAN },
        { memberId: DAN, seq: 5, otherId: BIA },
      ],
      streams: [
        { memberId: BIA, lastSeq: 5 },
        { memberId: DAN, lastSeq: 5 },
      ],
      conversations: [
        {
          ...side,
          ownerId: BIA,
          otherId: DAN,
          isLastMine: true,
          received: 2,
          readUpTo: 1,
          startedAt: null,
          openedAt: null,
        },
        {
          ...side,
          ownerId: DAN,
          otherId: BIA,
          isLastMine: false,
          received: 1,
          readUpTo: 0,
          startedAt: AT,
          openedAt: AT,
        },
      ],
      entries: [
        { memberId: DAN, kind: "purchase", objectId: "p", tokens: 5, conversations: 3 },
        { memberId: DAN, kind: "spend", objectId: "m1", tokens: -1, conversations: -1 },
        { memberId: DAN, kind: "spend", objectId: "m2", tokens: -1, conversations: 0 },
      ],
      balances: [
        { memberId: BIA, tokens: 0, conversations: 0 },
        { memberId: DAN, tokens: 3, conversations: 2 },
      ],
      notices: [
        { memberId: BIA, otherId: DAN },
        { memberId: DAN, otherId: BIA },
      ],
    },
    shownViews: [shownTo(BIA, DAN, 1), shownTo(DAN, BIA, 1)],
  };
}

/** The kinds of faults after something was changed in a world in which everything holds. */
function kindsAfter(change: (world: World) => void): Fault["kind"][] {
  const world = makeWorld();
  change(world);
  return [...new Set(findFaults(world.acknowledged, world.storedState, world.shownViews).map(({ kind }) => kind))];
}

function get<T>(rows: T[], at: number): T {
  const row = rows.at(at);
  if (row === undefined) throw new Error("no such row");
  return row;
}

test("there is no fault when everything holds", () => {
  expect(kindsAfter(() => {})).toEqual([]);
});

test("a message that was acknowledged and is not stored, or otherwise, is lost", () => {
  expect(
    kindsAfter(({ acknowledged }) => acknowledged.sent.push({ ...get(acknowledged.sent, 0), id: "m9", text: "oi 9" })),
  ).toEqual(["lost"]);
  expect(kindsAfter(({ acknowledged }) => Object.assign(get(acknowledged.sent, 0), { text: "tchau 1" }))).toEqual([
    "lost",
  ]);
  expect(kindsAfter(({ acknowledged }) => Object.assign(get(acknowledged.sent, 0), { seq: 3 }))).toEqual(["lost"]);
});

test("a reading or clearing that was acknowledged and is not stored is lost", () => {
  expect(kindsAfter(({ acknowledged }) => acknowledged.read.push({ ownerId: BIA, otherId: DAN, upTo: 3 }))).toEqual([
    "lost",
  ]);
  expect(kindsAfter(({ acknowledged }) => acknowledged.cleared.push({ ownerId: DAN, otherId: BIA, upTo: 1 }))).toEqual([
    "lost",
  ]);
});

test("a reaction that was acknowledged and is not stored, or was taken back and is, is lost", () => {
  const love = { messageId: "m1", memberId: BIA, reaction: "love" };
  expect(kindsAfter(({ acknowledged }) => acknowledged.reacted.push(love))).toEqual(["lost"]);
  expect(kindsAfter(({ acknowledged }) => Object.assign(get(acknowledged.reacted, 0), { reaction: "sad" }))).toEqual([
    "lost",
  ]);
  expect(kindsAfter(({ acknowledged }) => Object.assign(get(acknowledged.reacted, 0), { reaction: null }))).toEqual([
    "lost",
  ]);
  expect(kindsAfter(({ acknowledged }) => acknowledged.reacted.push({ ...love, reaction: null }))).toEqual([]);
});

test("one text that is stored twice is a double, under whatever id", () => {
  const double = messageRow({ id: "m9", clientId: "client 9", text: "oi 3", senderSeq: 6, recipientSeq: 6 });
  expect(kindsAfter(({ storedState }) => storedState.messages.push(double))).toContain("doubled");
});

test("a stored message that was acknowledged to no sender is found", () => {
  expect(kindsAfter(({ acknowledged }) => acknowledged.sent.pop())).toEqual(["unknown"]);
});

test("messages of one direction that are in another order than they were written are found on either side", () => {
  const swap = (side: "senderSeq" | "recipientSeq") => (world: World) => {
    Object.assign(get(world.storedState.messages, 0), { [side]: 3 });
    Object.assign(get(world.storedState.messages, 1), { [side]: 1 });
  };
  expect(kindsAfter(swap("senderSeq"))).toContain("order");
  expect(kindsAfter(swap("recipientSeq"))).toContain("order");
});

test("a number of a stream that two changes have, or none, is found", () => {
  expect(kindsAfter(({ storedState }) => Object.assign(get(storedState.events, 0), { seq: 3 }))).toEqual(["stream"]);
  expect(kindsAfter(({ storedState }) => storedState.events.shift())).toEqual(["stream"]);
  expect(kindsAfter(({ storedState }) => Object.assign(get(storedState.streams, 0), { lastSeq: 6 }))).toEqual([
    "stream",
  ]);
});

test("a balance that is not the sum of its ledger is found", () => {
  expect(kindsAfter(({ storedState }) => Object.assign(get(storedState.balances, 1), { tokens: 4 }))).toEqual([
    "tokens",
  ]);
});

test("a message that was not paid for, or twice, is found although ledger and balance agree", () => {
  const refund = ({ storedState }: World) => {
    storedState.entries.pop();
    Object.assign(get(storedState.balances, 1), { tokens: 4 });
  };
  const again = ({ storedState }: World) => {
    storedState.entries.push({ ...get(storedState.entries, -1) });
    Object.assign(get(storedState.balances, 1), { tokens: 2 });
  };
  expect(kindsAfter(refund)).toEqual(["tokens"]);
  expect(kindsAfter(again)).toEqual(["tokens"]);
});

test("a spend of a member who writes for free is found", () => {
  const spend = { memberId: BIA, kind: "spend", objectId: "m3", tokens: 0, conversations: 0 };
  expect(kindsAfter(({ storedState }) => storedState.entries.push(spend))).toEqual(["tokens"]);
});

test("an unread count that differs from the unread messages is found", () => {
  expect(kindsAfter(({ storedState }) => Object.assign(get(storedState.conversations, 1), { unread: 2 }))).toContain(
    "unread",
  );
  expect(kindsAfter(({ storedState }) => Object.assign(get(storedState.messages, 1), { readAt: READ_AT }))).toContain(
    "unread",
  );
});

test("a notification that is missing, too many or left behind is found", () => {
  expect(kindsAfter(({ storedState }) => storedState.notices.pop())).toEqual(["unread"]);
  expect(kindsAfter(({ storedState }) => storedState.notices.push({ memberId: BIA, otherId: DAN }))).toEqual([
    "unread",
  ]);
});

test("a conversation without its row, or whose row does not name the last message, change, beginner or payment, is found", () => {
  expect(kindsAfter(({ storedState }) => storedState.conversations.pop())).toContain("row");
  for (const change of [
    { lastSeq: 3 },
    { lastMessageId: "m2" },
    { lastText: "oi 2" },
    { lastSentAt: READ_AT },
    { lastReadAt: READ_AT },
    { isLastMine: true },
    { received: 2 },
    { changedSeq: 3 },
    { startedAt: null },
    { openedAt: null },
  ])
    expect(kindsAfter(({ storedState }) => Object.assign(get(storedState.conversations, 1), change))).toContain("row");
});

test("a browser that shows another list, count or message than is stored is found", () => {
  expect(kindsAfter(({ shownViews }) => shownViews[0]?.rows.pop())).toEqual(["shown"]);
  expect(kindsAfter(({ shownViews }) => Object.assign(get(shownViews, 0), { unreadTotal: 0 }))).toEqual(["shown"]);
  expect(kindsAfter(({ shownViews }) => shownViews[0]?.chats[0]?.messages.pop())).toEqual(["shown"]);
  const unreadAgain = ({ shownViews }: World) =>
    Object.assign(get(get(get(shownViews, 1).chats, 0).messages, 0), { readAt: null });
  expect(kindsAfter(unreadAgain)).toEqual(["shown"]);
  for (const reactions of [
    { mine: null, theirs: null },
    { mine: "sad", theirs: null },
  ])
    expect(
      kindsAfter(({ shownViews }) => Object.assign(get(get(get(shownViews, 1).chats, 0).messages, 2), { reactions })),
    ).toEqual(["shown"]);
});

test("a browser that has not loaded the oldest messages is compared as far as it has", () => {
  const forget = ({ shownViews }: World) => {
    const chat = get(get(shownViews, 0).chats, 0);
    chat.hasMore = true;
    chat.messages.shift();
  };
  expect(kindsAfter(forget)).toEqual([]);
});

test("what a member has cleared is not expected on the screen", () => {
  const clear = ({ storedState, shownViews }: World) => {
    Object.assign(get(storedState.conversations, 0), { clearedUpTo: 4, unread: 0 });
    storedState.notices.shift();
    Object.assign(get(shownViews, 0), {
      rows: [],
      unreadTotal: 0,
      chats: [{ otherId: DAN, hasMore: false, messages: [] }],
    });
  };
  expect(kindsAfter(clear)).toEqual([]);
});
