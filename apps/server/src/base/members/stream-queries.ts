import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { type Params, statement } from "../../platform/database/statement.ts";

/** Opens the stream of a new member. Messages can reach only members with a stream. */
export async function addStream(db: Db, memberId: string): Promise<void> {
  await db.insertInto("memberStream").values({ memberId }).execute();
}

/**
 * Locks the streams of every member whom a transaction concerns and returns their last sequence numbers. It must be the
 * first statement of the transaction: all transactions lock in the same order, and what they read afterwards is the
 * latest state.
 */
export async function lockStreams(db: Db, memberIds: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("memberStream")
    .where(({ eb, ref }) => eb(ref("memberId"), "=", sql<string>`any(${memberIds}::uuid[])`))
    .orderBy("memberId")
    .select(["memberId", "lastSeq"])
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.map(({ memberId, lastSeq }) => [memberId, lastSeq]));
}

export type Stream = { memberId: string; lastSeq: number };

/** Locks like `lockStreams`, for the statements that send messages. Returns a row for each member. */
export const lockStreamRows = statement(
  ({ memberIds }: Params<{ memberIds: string[] }>) => sql<Stream>`
    select member_id, last_seq from member_stream where member_id = any(${memberIds}::uuid[])
    order by member_id for no key update`,
);

/**
 * The new positions of streams, and by how much each member's unread messages grow; members missing from `unread` gain
 * none.
 */
type Advance = { seqs: Map<string, number>; unread?: Map<string, number> };
type AdvanceValues = { members: string[]; reached: number[]; unreadBy: number[] };

const advance = statement(
  ({ members, reached: reachedSeqs, unreadBy }: Params<AdvanceValues>) => sql<{ memberId: string; unread: number }>`
    update member_stream set last_seq = reached.seq, unread = member_stream.unread + reached.unread
    from unnest(${members}::uuid[], ${reachedSeqs}::bigint[], ${unreadBy}::int[]) reached (member_id, seq, unread)
    where member_stream.member_id = reached.member_id
    returning member_stream.member_id, member_stream.unread`,
);

/** Moves locked streams on to new sequence numbers. Returns each member's total of unread messages. */
export async function advanceStreams(db: Db, { seqs, unread }: Advance): Promise<Map<string, number>> {
  const members = [...seqs.keys()];
  const unreadBy = members.map((id) => unread?.get(id) ?? 0);
  return totalsOf(await advance(db, { members, reached: [...seqs.values()], unreadBy }));
}

export async function listUnreadTotals(db: Db, memberIds: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("memberStream")
    .where("memberId", "=", sql<string>`any(${memberIds}::uuid[])`)
    .select(["memberId", "unread"])
    .execute();
  return totalsOf(rows);
}

const totalsOf = (rows: { memberId: string; unread: number }[]) =>
  new Map(rows.map(({ memberId, unread }) => [memberId, unread]));
