import { contract } from "@caramelo/contract/contract";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/database/database.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { dismissMessageNote } from "../../notifications/queries.ts";
import { announce, type News } from "../live.ts";
import { addMarks } from "../queries/changes.ts";
import { changeConversation, countReceived, findConversation, listUnreadTotals } from "../queries/conversations.ts";
import { markMessagesRead } from "../queries/messages.ts";
import { lockStreams, moveStreams } from "../queries/streams.ts";

/** Who changes a conversation with whom, and up to which place of their own stream. */
type Asked = { memberId: string; peerId: string; upTo: number };
type Marked = { unread: number; unreadTotal: number; news: News[] };

export const markRead = handle(contract.messaging.markRead, async ({ params, body, me, db, clock, live }) => {
  const asked = { memberId: me.id, peerId: params.memberId, upTo: body.upTo };
  const { unread, unreadTotal, news } = await db.transaction().execute((trx) => storeReading(trx, clock, asked));
  announce(live, news);
  return { unread, unreadTotal };
});

export const clear = handle(contract.messaging.clear, async ({ params, body, me, db, clock, live }) => {
  const asked = { memberId: me.id, peerId: params.memberId, upTo: body.upTo };
  const { unreadTotal, news } = await db.transaction().execute((trx) => storeClearing(trx, clock, asked));
  announce(live, news);
  return { unreadTotal };
});

async function storeReading(trx: Db, clock: Clock, { memberId, peerId, upTo }: Asked): Promise<Marked> {
  const places = await lockStreams(trx, [memberId, peerId]);
  const now = clock.now();
  const mine = (await findConversation(trx, memberId, peerId)) ?? fail("NOT_FOUND");
  const theirs = (await findConversation(trx, peerId, memberId)) ?? fail("NOT_FOUND");
  // Who is kept from the other does not tell them of reading either.
  if (mine.isHidden) return settle(trx, memberId, mine.unread, []);
  const reading = { readerId: memberId, writerId: peerId, after: mine.readUpTo, upTo, now };
  const last = await markMessagesRead(trx, reading);
  if (!last) return settle(trx, memberId, mine.unread, []);

  const unread = await countReceived(trx, memberId, peerId, Math.max(last.seen, mine.clearedUpTo));
  const [mySeq, peerSeq] = [placeAfter(places, memberId), placeAfter(places, peerId)];
  await changeConversation(trx, memberId, peerId, { changedSeq: mySeq, readUpTo: last.seen, unread });
  await changeConversation(trx, peerId, memberId, { changedSeq: peerSeq });
  if (unread === 0) await dismissMessageNote(trx, memberId, peerId, now);
  return settle(trx, memberId, unread, [
    { memberId, seq: mySeq, kind: "seen", otherId: peerId, upTo: last.seen, at: now, unread },
    {
      memberId: peerId,
      seq: peerSeq,
      kind: "read",
      otherId: memberId,
      upTo: last.read,
      at: now,
      unread: theirs.unread,
    },
  ]);
}

async function storeClearing(trx: Db, clock: Clock, { memberId, peerId, ...asked }: Asked): Promise<Marked> {
  const places = await lockStreams(trx, [memberId]);
  const now = clock.now();
  const mine = (await findConversation(trx, memberId, peerId)) ?? fail("NOT_FOUND");
  const upTo = Math.min(asked.upTo, mine.lastSeq);
  if (upTo <= mine.clearedUpTo) return settle(trx, memberId, mine.unread, []);

  const unread = await countReceived(trx, memberId, peerId, Math.max(upTo, mine.readUpTo));
  const seq = placeAfter(places, memberId);
  await changeConversation(trx, memberId, peerId, { changedSeq: seq, clearedUpTo: upTo, unread });
  if (unread === 0) await dismissMessageNote(trx, memberId, peerId, now);
  return settle(trx, memberId, unread, [{ memberId, seq, kind: "cleared", otherId: peerId, upTo, at: now, unread }]);
}

function placeAfter(places: Map<string, number>, memberId: string): number {
  return (places.get(memberId) ?? 0) + 1;
}

type Mark = {
  memberId: string;
  seq: number;
  kind: "seen" | "read" | "cleared";
  otherId: string;
  upTo: number;
  at: Date;
  /** What the member has not read of this conversation. */
  unread: number;
};

/** Gives changes their places in the streams; answers what the caller and the others hear. */
async function settle(trx: Db, memberId: string, unread: number, marks: Mark[]): Promise<Marked> {
  if (marks.length > 0) {
    await addMarks(
      trx,
      marks.map(({ at, unread: _, ...mark }) => ({ ...mark, markedAt: at })),
    );
    await moveStreams(trx, new Map(marks.map((mark) => [mark.memberId, mark.seq])));
  }
  const totals = await listUnreadTotals(trx, [memberId, ...marks.map((mark) => mark.memberId)]);
  const totalOf = (id: string) => totals.get(id) ?? 0;
  const news = marks.map(({ memberId: hearer, kind, otherId, ...mark }) => ({
    memberId: hearer,
    change: { ...mark, type: kind, withId: otherId, message: null, unreadTotal: totalOf(hearer) },
  }));
  return { unread, unreadTotal: totalOf(memberId), news };
}
