import type { ReturnOf } from "@caramelo/contract/call";
import type { contract } from "@caramelo/contract/contract";
import { messagingTexts } from "@caramelo/contract/texts/messaging";
import { type PresenceFacts, presenceFor } from "../../presence/rules.ts";
import type { StoredMessage } from "./plan-sends.ts";

export type Change = ReturnOf<typeof contract.messaging.changes>["changes"][number];
type Message = ReturnOf<typeof contract.messaging.send>;
type Peer = ReturnOf<typeof contract.messaging.chat>["peer"];

/** A message as one of its two members sees it, without the sequence number and client id of the other one. */
export function messageFor(message: StoredMessage, memberId: string): Message {
  const { id, senderId, senderSeq, recipientSeq, clientId, text, sentAt, readAt } = message;
  const isMine = senderId === memberId;
  const own = isMine ? { seq: senderSeq, clientId } : { seq: recipientSeq, clientId: null };
  return { id, ...own, isMine, text, sentAt, readAt };
}

/** One row of a stream; the columns of a message are null when the change is of another type. */
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

const UNAVAILABLE: Omit<Peer, "id"> = {
  name: messagingTexts.unavailableName,
  photoUrl: null,
  presence: "offline",
  isVerified: false,
  isPremium: false,
  isManaged: false,
  isDemo: false,
  isAvailable: false,
};

/** `isHidden`: the peer hides their presence. `isHiddenPair`: the two are hidden from each other. */
export type PeerFacts = Omit<Peer, "photoUrl" | "presence" | "isAvailable"> &
  PresenceFacts & { hasWritten: boolean; fileName: string | null; isActive: boolean; isHiddenPair: boolean };

/**
 * The other one of a conversation. A peer who is not available shows nothing that could change after they went: a member
 * who blocked can still take another name, and one who left cannot.
 */
export function peerFrom(facts: PeerFacts, now: Date, linkTo: (fileName: string) => string): Peer {
  const { id, name, isVerified, isPremium, isManaged, isDemo, fileName } = facts;
  if (!facts.isActive || facts.isHiddenPair) return { id, ...UNAVAILABLE };
  const photoUrl = fileName === null ? null : linkTo(fileName);
  const presence = presenceFor(facts, now);
  return { id, name, photoUrl, presence, isVerified, isPremium, isManaged, isDemo, isAvailable: true };
}
