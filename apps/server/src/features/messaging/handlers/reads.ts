import { contract } from "@caramelo/contract/contract";
import { CHANGES_PAGE, CONVERSATION_PAGE, MESSAGE_PAGE } from "@caramelo/contract/limits";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/database.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { listChanges } from "../queries/changes.ts";
import { findConversation, listUnreadTotals } from "../queries/conversations.ts";
import { listHistory } from "../queries/messages.ts";
import { findPairFacts } from "../queries/pairs.ts";
import { getPeer, listConversations } from "../queries/peers.ts";
import { findPlace } from "../queries/streams.ts";
import { isPayer, judgeWriting } from "../rules/judge.ts";
import { changeFrom, messageFor, type PeerFacts, peerFrom } from "../rules/views.ts";

export const conversations = handle(contract.messaging.conversations, async ({ query, me, ...context }) => {
  const now = context.clock.now();
  const { rows, ...place } = await atOneMoment(context.db, async (db) => ({
    rows: await listConversations(db, me.id, { before: query.before, limit: CONVERSATION_PAGE + 1, now }),
    ...(await findWhere(db, me.id)),
  }));
  const page = rows.slice(0, CONVERSATION_PAGE);
  return {
    conversations: page.map(({ messageId, unread, lastSeq, ...row }) => ({
      peer: showPeer(context, row, now),
      lastMessage: messageFor({ ...row, id: messageId }, me.id),
      unread,
      lastSeq,
    })),
    next: rows.length > page.length ? (page.at(-1)?.lastSeq ?? null) : null,
    ...place,
  };
});

export const room = handle(contract.messaging.room, async ({ params, me, ...context }) => {
  const now = context.clock.now();
  const pair = { senderId: me.id, recipientId: params.memberId };
  // Who never wrote to them looks at a profile.
  if (!(await findConversation(context.db, me.id, params.memberId))) await context.limits.views.take(me.id);
  const { facts, peer } = await atOneMoment(context.db, async (db) => {
    const facts = await getRoomFacts(db, pair, now);
    return { facts, peer: await getPeer(db, me.id, params.memberId, now) };
  });
  const { role, isPremium, tokens, conversations, writing } = facts;
  return {
    peer: showPeer(context, peer, now),
    writing,
    unread: peer.unread ?? 0,
    balance: isPayer(role) ? { isPremium, tokens, conversations } : null,
  };
});

export const history = handle(contract.messaging.history, async ({ params, query, me, db, clock }) => {
  const pair = { senderId: me.id, recipientId: params.memberId };
  const { rows, cursor } = await atOneMoment(db, async (trx) => {
    await getRoomFacts(trx, pair, clock.now());
    const { clearedUpTo } = (await findConversation(trx, me.id, params.memberId)) ?? { clearedUpTo: 0 };
    const stretch = { memberId: me.id, peerId: params.memberId, after: clearedUpTo, before: query.before };
    return {
      rows: await listHistory(trx, { ...stretch, limit: MESSAGE_PAGE + 1 }),
      cursor: await findPlace(trx, me.id),
    };
  });
  return { messages: rows.slice(0, MESSAGE_PAGE).reverse(), hasMore: rows.length > MESSAGE_PAGE, cursor };
});

export const changes = handle(contract.messaging.changes, async ({ query, me, db }) =>
  atOneMoment(db, async (trx) => {
    const { cursor: last, unreadTotal } = await findWhere(trx, me.id);
    const after = query.after ?? last;
    const upTo = Math.min(after + CHANGES_PAGE, last);
    const rows = after < last ? await listChanges(trx, me.id, after, upTo) : [];
    return {
      changes: rows.map((row) => changeFrom(row, unreadTotal)),
      cursor: upTo,
      hasMore: upTo < last,
      unreadTotal,
    };
  }),
);

/** All that `work` reads is of the same moment, so that a cursor and the rows beside it fit together. */
function atOneMoment<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(work);
}

async function findWhere(db: Db, memberId: string) {
  const cursor = await findPlace(db, memberId);
  const totals = await listUnreadTotals(db, [memberId]);
  return { cursor, unreadTotal: totals.get(memberId) ?? 0 };
}

/** NOT_FOUND for whom the caller may not know of, as for those who do not exist. */
async function getRoomFacts(db: Db, pair: { senderId: string; recipientId: string }, now: Date) {
  const facts = await findPairFacts(db, pair, now);
  const writing = facts ? judgeWriting(facts) : "missing";
  if (!facts || writing === "missing") fail("NOT_FOUND");
  return { ...facts, writing };
}

function showPeer({ photoLinks }: Pick<Context, "photoLinks">, facts: PeerFacts, now: Date) {
  return peerFrom(facts, now, (fileName) => photoLinks.linkTo(fileName, 320, now));
}
