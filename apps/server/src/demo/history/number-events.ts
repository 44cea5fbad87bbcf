import type { ConversationRow, StoredMessage } from "../../features/messaging/rules/plan-sends.ts";
import type { Event } from "./timeline.ts";

type Mark = { memberId: string; seq: number; kind: "seen" | "read"; otherId: string; upTo: number; markedAt: Date };
type Side = ConversationRow & { changedSeq: number; readUpTo: number };

/** Rows as the product itself would have written them, had it been there. */
export type History = { messages: StoredMessage[]; marks: Mark[]; sides: Side[]; places: Map<string, number> };

type Ground = {
  /** Where the streams are. */
  places: ReadonlyMap<string, number>;
  /** Of payers it is kept when they first wrote to somebody. */
  isPayer(memberId: string): boolean;
  newId(at: Date): string;
};

/** Gives events, in the order of time, their places in the streams of both sides. */
export function numberEvents(events: readonly Event[], ground: Ground): History {
  const { places } = ground;
  const history: History = { messages: [], marks: [], sides: [], places: new Map(places) };
  const sides = new Map<string, Side>();
  for (const event of events) {
    if (event.kind === "message") addMessage(history, sides, event, ground);
    else addReading(history, sides, event);
  }
  history.sides = [...sides.values()];
  return history;
}

function takePlace({ places }: History, memberId: string): number {
  const place = (places.get(memberId) ?? 0) + 1;
  places.set(memberId, place);
  return place;
}

type Sides = Map<string, Side>;
type Of<K extends Event["kind"]> = Extract<Event, { kind: K }>;

function addMessage(history: History, sides: Sides, event: Of<"message">, ground: Ground): void {
  const { senderId, recipientId, at, text } = event;
  const sentAt = new Date(at);
  const message: StoredMessage = {
    id: ground.newId(sentAt),
    clientId: ground.newId(sentAt),
    senderId,
    recipientId,
    senderSeq: takePlace(history, senderId),
    recipientSeq: takePlace(history, recipientId),
    text,
    sentAt,
    readAt: null,
  };
  history.messages.push(message);
  const isFirst = !sides.has(keyOf(senderId, recipientId));
  const sent = sideOf(sides, senderId, recipientId, message);
  sent.lastSeq = sent.changedSeq = message.senderSeq;
  sent.lastMessageId = message.id;
  if (isFirst) sent.startedAt = sentAt;
  if (ground.isPayer(senderId)) sent.openedAt ??= sentAt;
  const received = sideOf(sides, recipientId, senderId, message);
  received.lastSeq = received.changedSeq = message.recipientSeq;
  received.lastMessageId = message.id;
  received.unread += 1;
}

function addReading(history: History, sides: Sides, { senderId, recipientId, at }: Of<"read">): void {
  const unread = history.messages.filter(
    (one) => one.senderId === senderId && one.recipientId === recipientId && one.readAt === null,
  );
  const last = unread.at(-1);
  const reader = sides.get(keyOf(recipientId, senderId));
  const writer = sides.get(keyOf(senderId, recipientId));
  if (!last || !reader || !writer) return;
  const markedAt = new Date(at);
  for (const message of unread) message.readAt = markedAt;
  const [seen, read] = [takePlace(history, recipientId), takePlace(history, senderId)];
  history.marks.push(
    { memberId: recipientId, seq: seen, kind: "seen", otherId: senderId, upTo: last.recipientSeq, markedAt },
    { memberId: senderId, seq: read, kind: "read", otherId: recipientId, upTo: last.senderSeq, markedAt },
  );
  Object.assign(reader, { changedSeq: seen, readUpTo: last.recipientSeq, unread: 0 });
  writer.changedSeq = read;
}

function sideOf(sides: Sides, ownerId: string, otherId: string, message: StoredMessage): Side {
  const key = keyOf(ownerId, otherId);
  const side = sides.get(key) ?? {
    ownerId,
    otherId,
    lastSeq: 0,
    changedSeq: 0,
    lastMessageId: message.id,
    unread: 0,
    readUpTo: 0,
    startedAt: null,
    openedAt: null,
  };
  sides.set(key, side);
  return side;
}

const keyOf = (ownerId: string, otherId: string) => `${ownerId} ${otherId}`;
