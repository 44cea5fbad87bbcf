import { contract } from "@caramelo/contract/contract";
import type { ErrorCode } from "@caramelo/contract/errors";
import type { Clock } from "../../../platform/clock.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/database.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { uuidv7 } from "../../../platform/ids.ts";
import { addLedgerEntries } from "../../billing/queries.ts";
import { noteMessages } from "../../notifications/queries.ts";
import { announce, type News } from "../live.ts";
import { listSendFacts, type SendFacts } from "../queries/pairs.ts";
import { storeMessages } from "../queries/store-messages.ts";
import { lockStreams } from "../queries/streams.ts";
import {
  type Outcome,
  type Plan,
  planSends,
  type Refusal,
  type Send,
  type StoredMessage,
} from "../rules/plan-sends.ts";
import { messageFor } from "../rules/views.ts";

const REFUSALS: Record<Refusal, ErrorCode> = {
  missing: "NOT_FOUND",
  unavailable: "PEER_UNAVAILABLE",
  managed: "PEER_UNAVAILABLE",
  upgrade: "UPGRADE_REQUIRED",
  "too-many-new": "TOO_MANY_NEW_CONVERSATIONS",
  changed: "MESSAGE_CHANGED",
};

export const send = handle(contract.messaging.send, async ({ params, body, me, ...context }) => {
  await context.limits.messages.take(me.id);
  const id = uuidv7(context.clock.now());
  const wanted: Send = { id, senderId: me.id, recipientId: params.memberId, ...body };
  const outcome = await context.groups.join("send-message", wanted, (sends: Send[]) => sendGroup(context, sends));
  if ("refusal" in outcome) fail(REFUSALS[outcome.refusal]);
  return messageFor(outcome.message, me.id);
});

/** Stores what may be stored of a group in one transaction; whoever is refused does not hold up the others. */
async function sendGroup({ db, clock, live }: Context, sends: Send[]): Promise<Outcome[]> {
  const { outcomes, news } = await db.transaction().execute((trx) => storeGroup(trx, clock, sends));
  announce(live, news);
  return outcomes;
}

/** As many statements for one message as for a whole group. */
async function storeGroup(trx: Db, clock: Clock, sends: Send[]): Promise<{ outcomes: Outcome[]; news: News[] }> {
  const places = await lockStreams(
    trx,
    sends.flatMap(({ senderId, recipientId }) => [senderId, recipientId]),
  );
  const now = clock.now();
  const facts = await listSendFacts(trx, sends, now);
  const plan = planSends(sends, { places, facts, found: facts.flatMap(findKnown) }, now);
  if (plan.accepted.length === 0) return { outcomes: plan.outcomes, news: [] };

  const messages = plan.accepted.map(({ message }) => message);
  const unread = await storeMessages(trx, { ...plan, messages });
  await charge(trx, plan, now);
  await noteMessages(trx, notesOf(plan, now), now);
  return { outcomes: plan.outcomes, news: newsOf(plan, unread, totalsAfter(messages, sends, facts)) };
}

/** What was stored before under the client id of a send. */
function findKnown(facts: SendFacts): StoredMessage[] {
  const { knownId: id, knownSenderId: senderId, knownRecipientId: recipientId, knownClientId: clientId } = facts;
  const { knownSenderSeq: senderSeq, knownRecipientSeq: recipientSeq, knownText: text, knownSentAt: sentAt } = facts;
  if (id === null || senderId === null || recipientId === null || clientId === null) return [];
  if (senderSeq === null || recipientSeq === null || text === null || sentAt === null) return [];
  return [{ id, senderId, recipientId, clientId, senderSeq, recipientSeq, text, sentAt, readAt: facts.knownReadAt }];
}

/** What each member has not read, in all, once the messages are stored: nobody else adds to it under the lock. */
function totalsAfter(messages: StoredMessage[], sends: Send[], facts: SendFacts[]): Map<string, number> {
  const totals = new Map<string, number>();
  for (const [at, { senderId, recipientId }] of sends.entries()) {
    totals.set(senderId, facts[at]?.unreadTotal ?? 0);
    totals.set(recipientId, facts[at]?.peerUnreadTotal ?? 0);
  }
  for (const { recipientId } of messages) totals.set(recipientId, (totals.get(recipientId) ?? 0) + 1);
  return totals;
}

async function charge(trx: Db, { accepted }: Plan, now: Date): Promise<void> {
  const paid = accepted.filter(({ terms }) => terms.tokens > 0);
  if (paid.length === 0) return;
  await addLedgerEntries(
    trx,
    paid.map(({ message, terms }) => ({
      id: uuidv7(now),
      memberId: message.senderId,
      kind: "spend" as const,
      provider: "caramelo",
      providerObjectId: message.id,
      tokens: -terms.tokens,
      conversations: -terms.conversations,
      writtenAt: now,
    })),
  );
}

function notesOf({ conversations }: Plan, now: Date) {
  const receiving = conversations.filter(({ unread }) => unread > 0);
  return receiving.map(({ ownerId, otherId }) => ({ id: uuidv7(now), memberId: ownerId, actorId: otherId }));
}

type Unread = { ownerId: string; otherId: string; unread: number };

/** What both sides of each message hear, in the order of the streams. */
function newsOf({ accepted }: Plan, unread: Unread[], totals: Map<string, number>): News[] {
  const counts = new Map(unread.map((row) => [`${row.ownerId} ${row.otherId}`, row.unread]));
  return accepted.flatMap(({ message }) => {
    const tell = (memberId: string, withId: string): News => {
      const seen = messageFor(message, memberId);
      const counted = { unread: counts.get(`${memberId} ${withId}`) ?? 0, unreadTotal: totals.get(memberId) ?? 0 };
      const change = { seq: seen.seq, type: "message" as const, withId, message: seen, upTo: null, at: message.sentAt };
      return { memberId, change: { ...change, ...counted } };
    };
    return [tell(message.recipientId, message.senderId), tell(message.senderId, message.recipientId)];
  });
}
