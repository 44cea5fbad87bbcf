import type { ReturnOf } from "@caramelo/contract/call";
import type { contract } from "@caramelo/contract/contract";
import type { Presence } from "@caramelo/contract/presence";
import { type PresenceFacts, presenceOf } from "../../presence/rules.ts";
import type { StoredMessage } from "./plan-sends.ts";

export type Change = ReturnOf<typeof contract.messaging.changes>["changes"][number];
type Message = ReturnOf<typeof contract.messaging.send>;
type Peer = ReturnOf<typeof contract.messaging.room>["peer"];

/** A message as one of its two sees it: the places and ids of the other are not theirs to know. */
export function messageFor(message: StoredMessage, memberId: string): Message {
  const { id, senderId, senderSeq, recipientSeq, clientId, text, sentAt, readAt } = message;
  const isMine = senderId === memberId;
  const own = isMine ? { seq: senderSeq, clientId } : { seq: recipientSeq, clientId: null };
  return { id, ...own, isMine, text, sentAt, readAt };
}

/** One row of a stream; what a message has is null where the change is another. */
export type ChangeRow = Pick<Change, "seq" | "type" | "withId" | "upTo" | "at" | "unread"> & {
  id: string | null;
  clientId: string | null;
  isMine: boolean | null;
  text: string | null;
  readAt: Date | null;
};

export function changeFrom(row: ChangeRow, unreadTotal: number): Change {
  const { id, clientId, isMine, text, readAt, ...change } = row;
  const isMessage = id !== null && isMine !== null && text !== null;
  const message = isMessage ? { id, seq: row.seq, clientId, isMine, text, sentAt: row.at, readAt } : null;
  return { ...change, message, unreadTotal };
}

/** `isHidden` is said of the peer's presence, `isHiddenPair` of the two. */
export type PeerFacts = Omit<Peer, "photoUrl" | "presence" | "isAvailable"> &
  PresenceFacts & { fileName: string | null; isActive: boolean; isHiddenPair: boolean };

/** The other one of a conversation; who is not available shows neither a face nor whether they are there. */
export function peerFrom(facts: PeerFacts, now: Date, linkTo: (fileName: string) => string): Peer {
  const { id, name, isVerified, isPremium, isManaged, isDemo, fileName } = facts;
  const isAvailable = facts.isActive && !facts.isHiddenPair;
  const photoUrl = isAvailable && fileName !== null ? linkTo(fileName) : null;
  const presence: Presence = isAvailable ? presenceOf(facts, now) : "offline";
  return { id, name, photoUrl, presence, isVerified, isPremium, isManaged, isDemo, isAvailable };
}
