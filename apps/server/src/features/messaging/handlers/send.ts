import type { ErrorCode } from "@caramelo/contract/call/errors";
import { contract } from "@caramelo/contract/contract";
import { lockStreamRows, type Stream } from "../../../base/members/stream-queries.ts";
import type { Charges } from "../../../base/money/charge-fragment-queries.ts";
import { isBalanceViolation } from "../../../base/money/ledger-queries.ts";
import type { Context } from "../../../platform/context.ts";
import { isUniqueViolation } from "../../../platform/database/contention.ts";
import type { Db } from "../../../platform/database/database.ts";
import { addJob } from "../../../platform/database/jobs.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { randomId, uuidv7 } from "../../../platform/ids.ts";
import { PRODUCT_NAME } from "../../../platform/product-name.ts";
import type { Clock } from "../../../platform/time/clock.ts";
import { type ChangeEvent, publishChanges } from "../live.ts";
import { listReactionsToOwn } from "../queries/reactions.ts";
import { listSendFacts } from "../queries/send-facts.ts";
import { settleSends } from "../queries/settle-sends.ts";
import { storeMessages, type Unread } from "../queries/store-messages.ts";
import { listQuotes, listStored } from "../queries/stored-sends.ts";
import { findWarningsOnce } from "../rules/find-warnings.ts";
import { type Plan, planSends, type Refusal, type RefusedSend } from "../rules/plan-sends.ts";
import type { JudgedSend, StoredMessage } from "../rules/sends.ts";
import { type Message, messageFor } from "../rules/views.ts";

const REFUSALS: Record<Refusal, ErrorCode> = {
  "session-over": "AUTH_SESSION_EXPIRED",
  missing: "NOT_FOUND",
  unavailable: "PEER_UNAVAILABLE",
  managed: "PEER_UNAVAILABLE",
  age: "AGE_ASSURANCE_REQUIRED",
  upgrade: "UPGRADE_REQUIRED",
  "too-many-new": "TOO_MANY_NEW_CONVERSATIONS",
  slowed: "NEW_CONVERSATIONS_SLOWED",
  unconfirmed: "MESSAGE_NEEDS_CONFIRMATION",
  changed: "MESSAGE_CHANGED",
  "reply-gone": "REPLY_GONE",
};

/**
 * `sessionId`: the session of a live connection, which may have ended since the connection was opened; null for a call,
 * whose session was checked before its handler runs.
 */
type Request = Omit<JudgedSend, "id"> & { sessionId: string | null };
type Answer = Message | RefusedSend;
/** A browser's request to send, by a call or over its live connection. */
type SendRequest = {
  clientId: string;
  text: string;
  replyToId?: string | undefined;
  isConfirmed?: boolean | undefined;
};

export const send = handle(contract.messaging.send, ({ params, body, me, ...context }) =>
  storeSend(context, { senderId: me.id, recipientId: params.memberId, sessionId: null }, body),
);

type SendParties = Pick<Request, "senderId" | "recipientId" | "sessionId">;

/**
 * Stores one message, in a batch with others that arrive meanwhile. Fails with the catalogue errors of
 * `messaging.send`.
 */
export async function storeSend(context: Context, between: SendParties, message: SendRequest): Promise<Message> {
  const { clientId, text, replyToId = null, isConfirmed = false } = message;
  const request: Request = { ...between, clientId, text, replyToId, findWarnings: findWarningsOnce(text), isConfirmed };
  const join = () =>
    context.batchers.join("send-message", request, (batch: Request[]) => sendBatch(context, batch), membersOf);
  // A refund may take the tokens after the facts were read. The second try reads the lower balance and refuses the
  // message.
  const answer = await join().catch((err: unknown) => (isBalanceViolation(err) ? join() : Promise.reject(err)));
  if ("refusal" in answer) fail(REFUSALS[answer.refusal], answer.warnings && { warnings: answer.warnings });
  return answer;
}

/** The keys of a send for the batcher: two batches run at the same time only if they have no member in common. */
const membersOf = ({ senderId, recipientId }: Request) => [senderId, recipientId];

/** Stores the accepted messages of a batch in one transaction; a refused message does not hold up the others. */
async function sendBatch({ db, sends, clock, live }: Context, requests: Request[]): Promise<Answer[]> {
  const store = (isRepeated: boolean) =>
    sends.transaction().execute((trx) => storeBatch(trx, clock, requests, isRepeated));
  // Few sends are repeated, so a stored message is looked for only when the database or the rules refuse a send.
  const {
    plan,
    found: storedMessages,
    changes,
  } = await store(false).catch((error: unknown) =>
    isUniqueViolation(error, "message_client_id_key") ? store(true) : Promise.reject(error),
  );
  publishChanges(live, changes);
  return answersOf(db, plan, storedMessages);
}

type StoredBatch = { plan: Plan; found: StoredMessage[]; changes: ChangeEvent[] };

/**
 * Reads the facts and stores the accepted messages. `isRepeated`: one of the sends is stored already. The number of
 * statements grows only with `warnedSenders`. A transaction sends statements in sequence in any case; with
 * `Promise.all` those after a failed one could be committed alone.
 */
async function storeBatch(trx: Db, clock: Clock, requests: Request[], isRepeated: boolean): Promise<StoredBatch> {
  const askedAt = clock.now();
  const memberIds = requests.flatMap(({ senderId, recipientId }) => [senderId, recipientId]);
  const streams = await lockStreamRows(trx, { memberIds });
  const facts = await listSendFacts(trx, requests, askedAt);
  const quotes = await listQuotes(trx, requests);
  const now = clock.now();
  // The id contains a time that members could read, so it must be the time shown with the message.
  const sends = requests.map((request): JudgedSend => ({ ...request, id: uuidv7(now) }));
  const judge = (knownMessages: StoredMessage[]) =>
    planSends(sends, { seqs: seqsOf(streams), facts, quotes, found: knownMessages }, now);
  const firstPlan = judge([]);
  const mayBeStored = isRepeated || firstPlan.outcomes.some((outcome) => "refusal" in outcome);
  const storedMessages = mayBeStored ? await listStored(trx, requests) : [];
  const plan = storedMessages.length > 0 ? judge(storedMessages) : firstPlan;
  if (plan.accepted.length === 0) return { plan, found: storedMessages, changes: [] };

  const messages = plan.accepted.map(({ message }) => message);
  const unread = await storeMessages(trx, { ...plan, messages });
  const advance = { seqs: plan.seqs, unread: unreadOf(plan) };
  const totals = await settleSends(trx, advance, notificationsOf(plan, now), chargesOf(plan, now));
  for (const memberId of warnedSenders(plan))
    await addJob(trx, "review-warned-messages", { memberId }, { key: `review-warned-messages ${memberId}` });
  return { plan, found: storedMessages, changes: changesOf(plan, unread, totals) };
}

/** Returns by how much each member's unread messages grow. */
function unreadOf({ conversations }: Plan): Map<string, number> {
  const unreadBy = new Map<string, number>();
  for (const { ownerId, unread } of conversations) unreadBy.set(ownerId, (unreadBy.get(ownerId) ?? 0) + unread);
  return unreadBy;
}

const seqsOf = (streams: Stream[]) => new Map(streams.map(({ memberId, lastSeq }) => [memberId, lastSeq]));

/** The answer to each send. Only a message that was stored before this batch can have reactions. */
async function answersOf(db: Db, { outcomes }: Plan, knownMessages: StoredMessage[]): Promise<Answer[]> {
  const ids = knownMessages.map(({ id }) => id);
  const reactions = ids.length > 0 ? await listReactionsToOwn(db, ids) : undefined;
  return outcomes.map((outcome) => {
    if ("refusal" in outcome) return outcome;
    const { id, senderId } = outcome.message;
    return messageFor(outcome, senderId, reactions?.get(id));
  });
}

/** The senders of messages with warnings. They are few, so a statement for each of their jobs costs little. */
function warnedSenders({ accepted }: Plan): Set<string> {
  return new Set(accepted.flatMap(({ message }) => (message.warnings.length > 0 ? message.senderId : [])));
}

function chargesOf({ accepted }: Plan, now: Date): Charges {
  const paidSends = accepted.filter(({ terms }) => terms.tokens > 0);
  return {
    chargedBy: PRODUCT_NAME,
    now,
    chargeIds: paidSends.map(() => uuidv7(now)),
    payerIds: paidSends.map(({ message }) => message.senderId),
    chargedMessageIds: paidSends.map(({ message }) => message.id),
    tokens: paidSends.map(({ terms }) => terms.tokens),
    conversations: paidSends.map(({ terms }) => terms.conversations),
  };
}

function notificationsOf({ conversations }: Plan, createdAt: Date) {
  const receiving = conversations.filter(({ unread }) => unread > 0);
  return receiving.map(({ ownerId, otherId }) => ({ id: randomId(), memberId: ownerId, actorId: otherId, createdAt }));
}

/** The changes that each message adds to the streams of its recipient and its sender, in the order of the streams. */
function changesOf({ accepted }: Plan, sides: Unread[], totals: Map<string, number>): ChangeEvent[] {
  const counts = new Map(sides.map(({ ownerId, otherId, unread }) => [`${ownerId} ${otherId}`, unread]));
  return accepted.flatMap((sentMessage) => {
    const { message } = sentMessage;
    const changeFor = (memberId: string, withId: string): ChangeEvent => {
      const seenMessage = messageFor(sentMessage, memberId);
      const unreadCounts = { unread: counts.get(`${memberId} ${withId}`) ?? 0, unreadTotal: totals.get(memberId) ?? 0 };
      const change = {
        seq: seenMessage.seq,
        type: "message" as const,
        withId,
        message: seenMessage,
        upTo: null,
        at: message.sentAt,
      };
      return { memberId, change: { ...change, ...unreadCounts } };
    };
    return [changeFor(message.recipientId, message.senderId), changeFor(message.senderId, message.recipientId)];
  });
}
