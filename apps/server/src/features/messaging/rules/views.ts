import type { ReturnOf } from "@caramelo/contract/call/call";
import type { contract } from "@caramelo/contract/contract";
import { firstCharacters } from "@caramelo/contract/formats/graphemes";
import { QUOTE_MAX } from "@caramelo/contract/limits";
import type { Reaction } from "@caramelo/contract/messaging/reactions";
import { REMOVED_NAME } from "@caramelo/contract/personal-data/categories";
import { messagingTexts } from "@caramelo/contract/texts/messaging";
import type { LastMessage } from "../../../base/pairs/conversation-rules.ts";
import { keptPeerId, visibleIdFor } from "../../../base/pairs/visible-rules.ts";
import type { Person } from "../../../platform/discovery-index.ts";
import type { Quote, QuotingMessage } from "./sends.ts";

export type Change = ReturnOf<typeof contract.messaging.changes>["changes"][number];
export type Message = ReturnOf<typeof contract.messaging.send>;
export type Reactions = Message["reactions"];
type Peer = ReturnOf<typeof contract.messaging.chat>["peer"];

/** The latest message of a conversation as the list shows it. */
export const lastMessageFrom = (row: LastMessage) => ({
  id: row.lastMessageId,
  seq: row.lastSeq,
  clientId: null,
  isMine: row.isLastMine,
  text: row.lastText,
  sentAt: row.lastSentAt,
  readAt: row.lastReadAt,
});

/** A message as its sender or its recipient sees it; `reactions.mine` is the reaction of that member. */
export function messageFor(
  { message, quote }: QuotingMessage,
  memberId: string,
  reactions: Reactions = { mine: null, theirs: null },
): Message {
  const { id, senderId, senderSeq, recipientSeq, text, sentAt, readAt } = message;
  const isMine = senderId === memberId;
  // Leaves out facts for the other member only.
  const own = isMine
    ? { seq: senderSeq, clientId: message.clientId, warnings: [] }
    : { seq: recipientSeq, clientId: null, warnings: message.warnings };
  return { id, ...own, isMine, text, sentAt, readAt, replyTo: quote && quoteFor(quote, isMine), reactions };
}

/** A quoted text as browsers get it: the last character only tells them that there are more than they show. */
const cutQuote = (text: string): string => firstCharacters(text, QUOTE_MAX + 1);

function quoteFor({ id, isMine, seq, peerSeq, text, isCleared, isClearedForPeer }: Quote, isWriter: boolean) {
  if (isWriter) return { id, seq, isMine, text: isCleared ? null : cutQuote(text) };
  return { id, seq: peerSeq, isMine: !isMine, text: isClearedForPeer ? null : cutQuote(text) };
}

/** A message as a member sees it, with the columns of the quoted message and of the reactions. */
export type MessageRow = Omit<Message, "replyTo" | "reactions" | "warnings"> & {
  quotedId: string | null;
  quotedSeq: number | null;
  isQuotedMine: boolean | null;
  /** null also when the member has emptied the conversation since. */
  quotedText: string | null;
  myReaction: Reaction | null;
  theirReaction: Reaction | null;
  /** null when there are none, and always for the writer of the message. */
  warnings: Message["warnings"] | null;
};

export function messageFrom(row: MessageRow): Message {
  const { quotedId: id, quotedSeq: seq, isQuotedMine: isMine, quotedText, myReaction, theirReaction } = row;
  const { id: messageId, seq: messageSeq, clientId, isMine: isOwn, text: words, sentAt, readAt } = row;
  const message = { id: messageId, seq: messageSeq, clientId, isMine: isOwn, text: words, sentAt, readAt };
  const text = quotedText === null ? null : cutQuote(quotedText);
  const replyTo = id !== null && seq !== null && isMine !== null ? { id, seq, isMine, text } : null;
  const reactions = { mine: myReaction, theirs: theirReaction };
  return { ...message, replyTo, reactions, warnings: row.warnings ?? [] };
}

/** The columns of a message in a row that may have none; all are null then. */
export type CarriedMessage = { [k in Exclude<keyof MessageRow, "seq">]: MessageRow[k] | null } & {
  messageSeq: number | null;
};

/** One change of a stream, with or without a message. */
export type ChangeRow = Pick<Change, "seq" | "type" | "withId" | "upTo" | "at" | "unread"> & CarriedMessage;

export function changeFrom(row: ChangeRow, unreadTotal: number): Change {
  const { seq, type, withId, upTo, at, unread } = row;
  return { seq, type, withId, message: carriedMessage(row), upTo, at, unread, unreadTotal };
}

export function carriedMessage(row: CarriedMessage): Message | null {
  const { id, messageSeq: seq, isMine, text, sentAt } = row;
  if (id === null || seq === null || isMine === null || text === null || sentAt === null) return null;
  return messageFrom({ ...row, id, seq, isMine, text, sentAt });
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

/** The other member of a conversation whose account is erased. */
export const removedPeer = (id: string): Peer => ({ ...UNAVAILABLE, id: keptPeerId(id), name: REMOVED_NAME });

/** The other member as a conversation shows them. */
export type PeerFacts = Pick<
  Person,
  "id" | "name" | "presence" | "photo" | "isVerified" | "isPremium" | "isManaged" | "isDemo"
>;
type ChatFacts = Omit<PeerFacts, "id"> & Parameters<typeof visibleIdFor>[1];

/**
 * The other member of a chat. An unavailable peer has the same fixed fields whether they left or blocked: a member who
 * blocked can still change their name and one who left cannot, so a changed name would reveal the block.
 */
export function chatPeerFrom(
  viewer: Parameters<typeof visibleIdFor>[0],
  facts: ChatFacts,
  linkTo: (fileName: string) => string,
): Peer {
  const id = visibleIdFor(viewer, facts);
  return id ? peerFrom({ ...facts, id }, linkTo) : { id: keptPeerId(facts.id), ...UNAVAILABLE };
}

/** The other member of a conversation in the list, which leaves out members who are not available. */
export function peerFrom(facts: PeerFacts, linkTo: (fileName: string) => string): Peer {
  const { id, name, presence, photo, isVerified, isPremium, isManaged, isDemo } = facts;
  const photoUrl = photo && linkTo(photo.fileName);
  return { id, name, photoUrl, presence, isVerified, isPremium, isManaged, isDemo, isAvailable: true };
}
