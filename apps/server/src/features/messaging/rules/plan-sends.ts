import type { MessageWarning } from "@caramelo/contract/messaging/warnings";
import type { ConversationRow } from "../../../base/pairs/conversation-rules.ts";
import { type AcceptedSend, conversationsAfter } from "./conversation-rows.ts";
import { judgeSend, type SendingFacts, type SendTerms, type SendVerdict, warningsFor } from "./judge.ts";
import type { JudgedSend, Quote, QuotingMessage, Send, StoredMessage } from "./sends.ts";

export type Refusal =
  | Exclude<SendVerdict["verdict"], "store">
  | "session-over"
  | "changed"
  | "reply-gone"
  | "unconfirmed";
/** `warnings`: the warnings that the writer has to confirm. */
export type RefusedSend = { refusal: Refusal; warnings?: MessageWarning[] };
export type Outcome = QuotingMessage | RefusedSend;

/**
 * The facts that were read while the streams of the batch's members were locked. `facts` and `quotes` have one item for
 * each send: a quote is the message that the send replies to; null if there is none, or if it belongs to another pair.
 * `found`: the messages that are already stored under the client ids of the batch's sends.
 */
export type Snapshot = { seqs: Map<string, number>; facts: Facts[]; quotes: (Quote | null)[]; found: StoredMessage[] };
type Facts = SendingFacts & { isSessionOver?: boolean };
export type Plan = {
  /** One for each send, in order. */
  outcomes: Outcome[];
  accepted: AcceptedSend[];
  conversations: ConversationRow[];
  /** The new last sequence numbers of the streams that got a message. */
  seqs: Map<string, number>;
};

/** Judges a batch of sends one after another, each as if those before it were stored already. */
export function planSends(sends: JudgedSend[], snapshot: Snapshot, now: Date): Plan {
  const facts = snapshot.facts.map((sendFacts) => ({ ...sendFacts }));
  const messageByClientKey = new Map(snapshot.found.map((message) => [clientKey(message), message]));
  const seqs = new Map<string, number>();
  const accepted: AcceptedSend[] = [];

  const takeSeq = (memberId: string) => {
    const seq = (seqs.get(memberId) ?? snapshot.seqs.get(memberId) ?? 0) + 1;
    seqs.set(memberId, seq);
    return seq;
  };
  const outcomes = sends.map((send, index): Outcome => {
    const quote = snapshot.quotes[index] ?? null;
    const judged = judgeOne(send, { found: messageByClientKey.get(clientKey(send)), facts: facts[index], quote }, now);
    if (!("terms" in judged)) return judged;
    const { terms, warnings } = judged;
    const { findWarnings: _, isConfirmed: __, ...sentFields } = send;
    const own = { senderSeq: takeSeq(send.senderId), recipientSeq: takeSeq(send.recipientId) };
    const message = { ...sentFields, ...own, sentAt: now, readAt: null, warnings };
    messageByClientKey.set(clientKey(send), message);
    accepted.push({ message, quote, terms });
    applyToRest(terms, send, { sends, facts, now });
    return { message, quote };
  });
  return { outcomes, accepted, conversations: conversationsAfter(accepted), seqs };
}

/** An equal message that is stored already under the client id is returned, even if the rules would refuse it now. */
function judgeOne(
  send: JudgedSend,
  {
    found: storedMessage,
    facts,
    quote,
  }: { found: StoredMessage | undefined; facts: Facts | undefined; quote: Quote | null },
  now: Date,
): Outcome | { terms: SendTerms; warnings: MessageWarning[] } {
  if (!facts) throw new Error("a send without its facts");
  if (facts.isSessionOver) return { refusal: "session-over" };
  if (storedMessage) return isSame(storedMessage, send) ? { message: storedMessage, quote } : { refusal: "changed" };
  const judged = judgeSend(facts, now);
  if (judged.verdict !== "store") return { refusal: judged.verdict };
  if (send.replyToId !== null && (!quote || quote.isCleared)) return { refusal: "reply-gone" };
  const warnings = warningsFor(send.findWarnings(), facts);
  if (warnings.length > 0 && !send.isConfirmed) return { refusal: "unconfirmed", warnings };
  const { verdict: _, ...terms } = judged;
  return { terms, warnings };
}

function clientKey({ senderId, clientId }: Pick<Send, "senderId" | "clientId">): string {
  return `${senderId} ${clientId}`;
}

function isSame(storedMessage: StoredMessage, { recipientId, text, replyToId }: Send): boolean {
  return (
    storedMessage.recipientId === recipientId && storedMessage.text === text && storedMessage.replyToId === replyToId
  );
}

/** Updates the facts of a batch's sends with what one accepted send spent and started. */
function applyToRest(
  terms: SendTerms,
  acceptedSend: Send,
  { sends, facts, now }: { sends: Send[]; facts: Facts[]; now: Date },
): void {
  for (const [index, { senderId, recipientId }] of sends.entries()) {
    const theirs = facts[index];
    if (!theirs) continue;
    const isSamePair = senderId === acceptedSend.senderId && recipientId === acceptedSend.recipientId;
    const isReturn = senderId === acceptedSend.recipientId && recipientId === acceptedSend.senderId;
    if (isSamePair || isReturn) theirs.hasConversation = true;
    if (isSamePair && terms.opens) theirs.isOpened = true;
    if (senderId !== acceptedSend.senderId) continue;
    theirs.tokens -= terms.tokens;
    theirs.conversations -= terms.conversations;
    if (terms.starts) theirs.startedToday += 1;
    if (terms.starts && theirs.slowedStartAt) theirs.slowedStartAt = now;
  }
}
