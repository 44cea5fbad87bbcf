import { contract } from "@caramelo/contract/contract";
import { advanceStreams, listUnreadTotals, lockStreams } from "../../../base/members/stream-queries.ts";
import { changeConversation, findConversation } from "../../../base/pairs/conversation-queries.ts";
import type { Db } from "../../../platform/database/database.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import type { Clock } from "../../../platform/time/clock.ts";
import { dismissMessageNotification } from "../../notifications/queries/notifications.ts";
import { type ChangeEvent, publishChanges } from "../live.ts";
import { addStreamEvents } from "../queries/changes.ts";
import { countReceived, markMessagesRead } from "../queries/messages.ts";

/**
 * Maximum messages that one transaction marks as read. Marking 60,000 at once locked the streams of both members, and
 * every batch of sends that waited for them, for more than a second.
 */
const READ_CHUNK = 1_000;

/** The member who changes a conversation, the other one, and up to which sequence number of the member's own stream. */
type ChangeRequest = { memberId: string; peerId: string; upTo: number };
type Result = { unread: number; unreadTotal: number; changes: ChangeEvent[] };

export const markRead = handle(contract.messaging.markRead, async ({ params, body, me, db, clock, live }) => {
  let request = { memberId: me.id, peerId: params.memberId, upTo: body.upTo };
  for (;;) {
    const chunk = await db.transaction().execute((trx) => storeReading(trx, clock, request));
    publishChanges(live, chunk.changes);
    if (!chunk.hasMore) return { unread: chunk.unread, unreadTotal: chunk.unreadTotal };
    // Messages that arrive between two chunks stay unread, even when `upTo` lies beyond the end of the stream.
    request = { ...request, upTo: Math.min(request.upTo, chunk.lastSeq) };
  }
});

export const clear = handle(contract.messaging.clear, async ({ params, body, me, db, clock, live }) => {
  const request = { memberId: me.id, peerId: params.memberId, upTo: body.upTo };
  const { unreadTotal, changes } = await db.transaction().execute((trx) => storeClearing(trx, clock, request));
  publishChanges(live, changes);
  return { unreadTotal };
});

/** `lastSeq`: the last sequence number of the member's stream before this chunk. */
type Chunk = Result & { hasMore: boolean; lastSeq: number };

async function storeReading(trx: Db, clock: Clock, { memberId, peerId, upTo }: ChangeRequest): Promise<Chunk> {
  const seqs = await lockStreams(trx, [memberId, peerId]);
  const now = clock.now();
  const mine = (await findConversation(trx, memberId, peerId)) ?? fail("NOT_FOUND");
  const lastSeq = seqs.get(memberId) ?? 0;
  const unchanged = async () => ({ ...(await nothingChanged(trx, memberId, mine.unread)), hasMore: false, lastSeq });
  // A member who is hidden from the other one sends no read receipt, and must not notice it by their own count either.
  if (!mine.isReachable) return unchanged();
  const theirs = (await findConversation(trx, peerId, memberId)) ?? fail("NOT_FOUND");
  const reading = { readerId: memberId, writerId: peerId, after: mine.readUpTo, upTo, now, limit: READ_CHUNK };
  const last = await markMessagesRead(trx, reading);
  if (!last) return unchanged();

  const unread = await countReceived(trx, memberId, peerId, Math.max(last.seen, mine.clearedUpTo));
  const [mySeq, peerSeq] = [seqAfter(seqs, memberId), seqAfter(seqs, peerId)];
  const latest = !mine.isLastMine && mine.lastSeq <= last.seen ? { lastReadAt: now } : {};
  await changeConversation(trx, memberId, peerId, { changedSeq: mySeq, readUpTo: last.seen, unread, ...latest });
  await changeConversation(trx, peerId, memberId, { changedSeq: peerSeq, ...latest });
  if (unread === 0) await dismissMessageNotification(trx, memberId, peerId, now);
  const sharedValues = { happenedAt: now };
  const result = await finish(trx, memberId, mine, unread, [
    { ...sharedValues, memberId, seq: mySeq, kind: "seen", otherId: peerId, upTo: last.seen, unread },
    {
      ...sharedValues,
      memberId: peerId,
      seq: peerSeq,
      kind: "read",
      otherId: memberId,
      upTo: last.read,
      unread: theirs.unread,
    },
  ]);
  return { ...result, hasMore: last.count === READ_CHUNK, lastSeq };
}

async function storeClearing(trx: Db, clock: Clock, request: ChangeRequest): Promise<Result> {
  const { memberId, peerId } = request;
  const seqs = await lockStreams(trx, [memberId]);
  const happenedAt = clock.now();
  const mine = (await findConversation(trx, memberId, peerId)) ?? fail("NOT_FOUND");
  const upTo = Math.min(request.upTo, mine.lastSeq);
  if (upTo <= mine.clearedUpTo) return nothingChanged(trx, memberId, mine.unread);

  const unread = await countReceived(trx, memberId, peerId, Math.max(upTo, mine.readUpTo));
  const seq = seqAfter(seqs, memberId);
  await changeConversation(trx, memberId, peerId, { changedSeq: seq, clearedUpTo: upTo, unread });
  if (unread === 0) await dismissMessageNotification(trx, memberId, peerId, happenedAt);
  return finish(trx, memberId, mine, unread, [
    { memberId, seq, kind: "cleared", otherId: peerId, upTo, happenedAt, unread },
  ]);
}

function seqAfter(seqs: Map<string, number>, memberId: string): number {
  return (seqs.get(memberId) ?? 0) + 1;
}

type StreamEvent = {
  memberId: string;
  seq: number;
  kind: "seen" | "read" | "cleared";
  otherId: string;
  upTo: number;
  happenedAt: Date;
  /** How many messages of this conversation the member has not read. */
  unread: number;
};

async function nothingChanged(trx: Db, memberId: string, unread: number): Promise<Result> {
  const totals = await listUnreadTotals(trx, [memberId]);
  return { unread, unreadTotal: totals.get(memberId) ?? 0, changes: [] };
}

type StateBefore = { unread: number; isReachable: boolean };

/**
 * Appends events to the streams and updates the caller's unread total. Returns the changes to publish to both members.
 */
async function finish(
  trx: Db,
  memberId: string,
  before: StateBefore,
  unread: number,
  events: StreamEvent[],
): Promise<Result> {
  await addStreamEvents(
    trx,
    events.map(({ unread: _, ...event }) => event),
  );
  // The total covers only conversations with members who are reachable.
  const difference = before.isReachable ? unread - before.unread : 0;
  const totals = await advanceStreams(trx, {
    seqs: new Map(events.map((event) => [event.memberId, event.seq])),
    unread: new Map([[memberId, difference]]),
  });
  const totalOf = (id: string) => totals.get(id) ?? 0;
  const changes = events.map(({ memberId: recipientId, kind, otherId, happenedAt, ...event }) => ({
    memberId: recipientId,
    change: { ...event, type: kind, withId: otherId, message: null, at: happenedAt, unreadTotal: totalOf(recipientId) },
  }));
  return { unread, unreadTotal: totalOf(memberId), changes };
}
