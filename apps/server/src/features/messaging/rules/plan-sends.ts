import { judgeSend, type PairFacts, type SendTerms, type SendVerdict } from "./judge.ts";

/** A message that somebody wants stored; `id` is the one that it gets. */
export type Send = { id: string; senderId: string; recipientId: string; clientId: string; text: string };
export type StoredMessage = Send & { senderSeq: number; recipientSeq: number; sentAt: Date; readAt: Date | null };

export type Refusal = Exclude<SendVerdict["verdict"], "store"> | "changed";
export type Outcome = { message: StoredMessage } | { refusal: Refusal };

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

/** What is known under the lock: where each stream is, the facts of each send, and messages of the same client ids. */
export type Ground = { places: Map<string, number>; facts: PairFacts[]; found: StoredMessage[] };

type Accepted = { message: StoredMessage; terms: SendTerms };
export type Plan = {
  /** One for each send, in order. */
  outcomes: Outcome[];
  accepted: Accepted[];
  conversations: ConversationRow[];
  /** Where the streams of those who have something new are now. */
  places: Map<string, number>;
};

/** Judges a group of sends one after another, each as if those before it were stored already. */
export function planSends(sends: Send[], ground: Ground, now: Date): Plan {
  const facts = ground.facts.map((one) => ({ ...one }));
  const known = new Map(ground.found.map((message) => [clientKey(message), message]));
  const places = new Map<string, number>();
  const accepted: Accepted[] = [];

  const takePlace = (memberId: string) => {
    const place = (places.get(memberId) ?? ground.places.get(memberId) ?? 0) + 1;
    places.set(memberId, place);
    return place;
  };
  const outcomes = sends.map((send, at): Outcome => {
    const judged = judgeOne(send, known.get(clientKey(send)), facts[at]);
    if (!("terms" in judged)) return judged;
    const seqs = { senderSeq: takePlace(send.senderId), recipientSeq: takePlace(send.recipientId) };
    const message = { ...send, ...seqs, sentAt: now, readAt: null };
    known.set(clientKey(send), message);
    accepted.push({ message, terms: judged.terms });
    passOn(judged.terms, send, sends, facts);
    return { message };
  });
  return { outcomes, accepted, conversations: conversationsAfter(accepted), places };
}

/** What was stored before is answered as it is, whatever the rules say by now. */
function judgeOne(
  send: Send,
  found: StoredMessage | undefined,
  facts: PairFacts | undefined,
): Outcome | { terms: SendTerms } {
  if (found) return isSame(found, send) ? { message: found } : { refusal: "changed" };
  if (!facts) throw new Error("a send without its facts");
  const judged = judgeSend(facts);
  if (judged.verdict !== "store") return { refusal: judged.verdict };
  const { verdict: _, ...terms } = judged;
  return { terms };
}

function clientKey({ senderId, clientId }: Pick<Send, "senderId" | "clientId">): string {
  return `${senderId} ${clientId}`;
}

function isSame(stored: StoredMessage, { recipientId, text }: Send): boolean {
  return stored.recipientId === recipientId && stored.text === text;
}

/** Changes the facts of the other sends of a group by what one of them took and began. */
function passOn(terms: SendTerms, done: Send, sends: Send[], facts: PairFacts[]): void {
  for (const [at, { senderId, recipientId }] of sends.entries()) {
    const theirs = facts[at];
    if (!theirs) continue;
    const isSamePair = senderId === done.senderId && recipientId === done.recipientId;
    const isReturn = senderId === done.recipientId && recipientId === done.senderId;
    if (isSamePair || isReturn) theirs.hasConversation = true;
    if (isSamePair && terms.opens) theirs.isOpened = true;
    if (senderId !== done.senderId) continue;
    theirs.tokens -= terms.tokens;
    theirs.conversations -= terms.conversations;
    if (terms.starts) theirs.startedToday += 1;
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
