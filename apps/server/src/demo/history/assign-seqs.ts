import { type ConversationRow, lastMessageOf } from "../../base/pairs/conversation-rules.ts";
import type { StoredMessage } from "../../features/messaging/rules/sends.ts";
import type { Event } from "./list-events.ts";

type StreamEvent = {
  memberId: string;
  seq: number;
  kind: "seen" | "read";
  otherId: string;
  upTo: number;
  happenedAt: Date;
};
type Side = ConversationRow & { changedSeq: number; readUpTo: number };

/** The rows that the product would have written. `sides` has one row for each member of a pair. */
export type History = {
  messages: StoredMessage[];
  streamEvents: StreamEvent[];
  sides: Side[];
  seqs: Map<string, number>;
};

type Options = {
  /** The last seq of each member's stream. */
  seqs: ReadonlyMap<string, number>;
  /** A payer's side of a conversation records when it was opened. */
  isPayer(memberId: string): boolean;
  newId(at: Date): string;
};

/** Gives events, in the order of time, their seqs in the streams of both members. */
export function assignSeqs(events: readonly Event[], options: Options): History {
  const { seqs } = options;
  const history: History = { messages: [], streamEvents: [], sides: [], seqs: new Map(seqs) };
  const sides = new Map<string, Side>();
  for (const event of events) {
    if (event.kind === "message") addMessage(history, sides, event, options);
    else addRead(history, sides, event);
  }
  history.sides = [...sides.values()];
  return history;
}

function takeSeq({ seqs }: History, memberId: string): number {
  const seq = (seqs.get(memberId) ?? 0) + 1;
  seqs.set(memberId, seq);
  return seq;
}

type Sides = Map<string, Side>;
type Of<K extends Event["kind"]> = Extract<Event, { kind: K }>;

function addMessage(history: History, sides: Sides, event: Of<"message">, options: Options): void {
  const { senderId, recipientId, at, text } = event;
  const sentAt = new Date(at);
  const message: StoredMessage = {
    id: options.newId(sentAt),
    clientId: options.newId(sentAt),
    senderId,
    recipientId,
    senderSeq: takeSeq(history, senderId),
    recipientSeq: takeSeq(history, recipientId),
    text,
    sentAt,
    readAt: null,
    warnings: [],
    replyToId: null,
  };
  history.messages.push(message);
  const isFirst = !sides.has(keyOf(senderId, recipientId));
  const senderSide = sideOf(sides, senderId, recipientId, message);
  senderSide.changedSeq = message.senderSeq;
  Object.assign(senderSide, lastMessageOf(message, senderId));
  if (isFirst) senderSide.startedAt = sentAt;
  if (options.isPayer(senderId)) senderSide.openedAt ??= sentAt;
  const recipientSide = sideOf(sides, recipientId, senderId, message);
  recipientSide.changedSeq = message.recipientSeq;
  Object.assign(recipientSide, lastMessageOf(message, recipientId));
  recipientSide.unread += 1;
  recipientSide.received += 1;
}

function addRead(history: History, sides: Sides, { senderId, recipientId, at }: Of<"read">): void {
  const unread = history.messages.filter(
    (message) => message.senderId === senderId && message.recipientId === recipientId && message.readAt === null,
  );
  const last = unread.at(-1);
  const reader = sides.get(keyOf(recipientId, senderId));
  const writer = sides.get(keyOf(senderId, recipientId));
  if (!last || !reader || !writer) return;
  const happenedAt = new Date(at);
  for (const message of unread) message.readAt = happenedAt;
  const [seenSeq, readSeq] = [takeSeq(history, recipientId), takeSeq(history, senderId)];
  history.streamEvents.push(
    { memberId: recipientId, seq: seenSeq, kind: "seen", otherId: senderId, upTo: last.recipientSeq, happenedAt },
    { memberId: senderId, seq: readSeq, kind: "read", otherId: recipientId, upTo: last.senderSeq, happenedAt },
  );
  Object.assign(reader, { changedSeq: seenSeq, readUpTo: last.recipientSeq, unread: 0 });
  writer.changedSeq = readSeq;
  for (const side of [reader, writer]) if (side.lastMessageId === last.id) side.lastReadAt = happenedAt;
}

function sideOf(sides: Sides, ownerId: string, otherId: string, message: StoredMessage): Side {
  const key = keyOf(ownerId, otherId);
  const side = sides.get(key) ?? {
    ownerId,
    otherId,
    ...lastMessageOf(message, ownerId),
    changedSeq: 0,
    unread: 0,
    received: 0,
    readUpTo: 0,
    startedAt: null,
    openedAt: null,
  };
  sides.set(key, side);
  return side;
}

const keyOf = (ownerId: string, otherId: string) => `${ownerId} ${otherId}`;
