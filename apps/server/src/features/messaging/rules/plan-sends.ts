import type { MessageWarning } from "@caramelo/contract/messaging/warnings";
import { judgeSend, type SendingFacts, type SendTerms, type SendVerdict, warningsFor } from "./judge.ts";

/** A message that a member asks to store; `id` is the id that it will have. */
export type Send = {
  id: string;
  senderId: string;
  recipientId: string;
  clientId: string;
  text: string;
  replyToId: string | null;
};
/**
 * A send with what finds the warnings of its text, and whether its writer was asked and means it. Reading a text costs more than
 * all other judgements together, so it comes last: only the text of a send that nothing else refuses is read.
 */
export type JudgedSend = Send & { findWarnings: () => MessageWarning[]; isConfirmed: boolean };
export type StoredMessage = Send & {
  senderSeq: number;
  recipientSeq: number;
  sentAt: Date;
  readAt: Date | null;
  /** What its reader is warned of. */
  warnings: MessageWarning[];
};

/** The message that another one replies to; everything as the one who replies has it, and `peer…` as the other one has it. */
export type Quote = {
  id: string;
  isMine: boolean;
  seq: number;
  peerSeq: number;
  /** Its first characters. */
  text: string;
  isCleared: boolean;
  isClearedForPeer: boolean;
};

export type Refusal =
  | Exclude<SendVerdict["verdict"], "store">
  | "session-over"
  | "changed"
  | "reply-gone"
  | "unconfirmed";
export type QuotingMessage = { message: StoredMessage; quote: Quote | null };
/** `warnings`: what its writer has to confirm. */
export type Refused = { refusal: Refusal; warnings?: MessageWarning[] };
export type Outcome = QuotingMessage | Refused;

/** One side's row of a conversation after new messages; `unread` counts those among them that the owner received. */
export type ConversationRow = {
  ownerId: string;
  otherId: string;
  lastSeq: number;
  lastMessageId: string;
  unread: number;
  startedAt: Date | null;
  openedAt: Date | null;
};

/** What was read under the lock; `found` are the messages that are stored already under the same client ids. */
export type Snapshot = { seqs: Map<string, number>; facts: Facts[]; found: StoredMessage[] };
/** `quote`: what the send replies to, where it is one of the pair. `isSessionOver`: of the connection's session. */
type Facts = SendingFacts & { quote: Quote | null; isSessionOver?: boolean };

type Accepted = QuotingMessage & { terms: SendTerms };
export type Plan = {
  /** One for each send, in order. */
  outcomes: Outcome[];
  accepted: Accepted[];
  conversations: ConversationRow[];
  /** The new last sequence numbers of the streams that got something. */
  seqs: Map<string, number>;
};

/** Judges a batch of sends one after another, each as if those before it were stored already. */
export function planSends(sends: JudgedSend[], snapshot: Snapshot, now: Date): Plan {
  const facts = snapshot.facts.map((one) => ({ ...one }));
  const known = new Map(snapshot.found.map((message) => [clientKey(message), message]));
  const seqs = new Map<string, number>();
  const accepted: Accepted[] = [];

  const takeSeq = (memberId: string) => {
    const seq = (seqs.get(memberId) ?? snapshot.seqs.get(memberId) ?? 0) + 1;
    seqs.set(memberId, seq);
    return seq;
  };
  const outcomes = sends.map((send, index): Outcome => {
    const judged = judgeOne(send, known.get(clientKey(send)), facts[index], now);
    if (!("terms" in judged)) return judged;
    const { terms, quote, warnings } = judged;
    const { findWarnings: _, isConfirmed: __, ...said } = send;
    const own = { senderSeq: takeSeq(send.senderId), recipientSeq: takeSeq(send.recipientId) };
    const message = { ...said, ...own, sentAt: now, readAt: null, warnings };
    known.set(clientKey(send), message);
    accepted.push({ message, quote, terms });
    applyToRest(terms, send, { sends, facts, now });
    return { message, quote };
  });
  return { outcomes, accepted, conversations: conversationsAfter(accepted), seqs };
}

/** A message that is stored already is answered as it was stored, even if the rules would refuse it now. */
function judgeOne(
  send: JudgedSend,
  found: StoredMessage | undefined,
  facts: Facts | undefined,
  now: Date,
): Outcome | { terms: SendTerms; quote: Quote | null; warnings: MessageWarning[] } {
  if (!facts) throw new Error("a send without its facts");
  const { quote, isSessionOver } = facts;
  if (isSessionOver) return { refusal: "session-over" };
  if (found) return isSame(found, send) ? { message: found, quote } : { refusal: "changed" };
  const judged = judgeSend(facts, now);
  if (judged.verdict !== "store") return { refusal: judged.verdict };
  if (send.replyToId !== null && (!quote || quote.isCleared)) return { refusal: "reply-gone" };
  const warnings = warningsFor(send.findWarnings(), facts);
  if (warnings.length > 0 && !send.isConfirmed) return { refusal: "unconfirmed", warnings };
  const { verdict: _, ...terms } = judged;
  return { terms, quote, warnings };
}

function clientKey({ senderId, clientId }: Pick<Send, "senderId" | "clientId">): string {
  return `${senderId} ${clientId}`;
}

function isSame(stored: StoredMessage, { recipientId, text, replyToId }: Send): boolean {
  return stored.recipientId === recipientId && stored.text === text && stored.replyToId === replyToId;
}

/** Updates the facts of the other sends of a batch with what one of them spent and started. */
function applyToRest(
  terms: SendTerms,
  done: Send,
  { sends, facts, now }: { sends: Send[]; facts: Facts[]; now: Date },
): void {
  for (const [index, { senderId, recipientId }] of sends.entries()) {
    const theirs = facts[index];
    if (!theirs) continue;
    const isSamePair = senderId === done.senderId && recipientId === done.recipientId;
    const isReturn = senderId === done.recipientId && recipientId === done.senderId;
    if (isSamePair || isReturn) theirs.hasConversation = true;
    if (isSamePair && terms.opens) theirs.isOpened = true;
    if (senderId !== done.senderId) continue;
    theirs.tokens -= terms.tokens;
    theirs.conversations -= terms.conversations;
    if (terms.starts) theirs.startedToday += 1;
    if (terms.starts && theirs.slowedStartAt) theirs.slowedStartAt = now;
  }
}

/** Both sides' rows of every pair that got a message. */
function conversationsAfter(accepted: Accepted[]): ConversationRow[] {
  const rows = new Map<string, ConversationRow>();
  for (const { message, terms } of accepted) {
    const { id, senderId, recipientId, senderSeq, recipientSeq, sentAt } = message;
    const sent = rows.get(`${senderId} ${recipientId}`);
    const received = rows.get(`${recipientId} ${senderId}`);
    rows.set(`${senderId} ${recipientId}`, {
      ownerId: senderId,
      otherId: recipientId,
      lastSeq: senderSeq,
      lastMessageId: id,
      unread: sent?.unread ?? 0,
      startedAt: terms.starts ? sentAt : (sent?.startedAt ?? null),
      openedAt: terms.opens ? sentAt : (sent?.openedAt ?? null),
    });
    rows.set(`${recipientId} ${senderId}`, {
      ownerId: recipientId,
      otherId: senderId,
      lastSeq: recipientSeq,
      lastMessageId: id,
      unread: (received?.unread ?? 0) + 1,
      startedAt: received?.startedAt ?? null,
      openedAt: received?.openedAt ?? null,
    });
  }
  return [...rows.values()];
}
