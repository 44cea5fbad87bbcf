import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { type Params, statement } from "../../platform/database/statement.ts";
import { type Advance, advanceStreamsSql, valuesOfAdvance } from "./stream-fragment-queries.ts";

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

const advance = statement(advanceStreamsSql);

/** Moves locked streams on to new sequence numbers. Returns each member's total of unread messages. */
export async function advanceStreams(db: Db, advances: Advance): Promise<Map<string, number>> {
  return totalsOf(await advance(db, valuesOfAdvance(advances)));
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
