import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";

/** A new member's stream; without it nobody can write to them. */
export async function addStream(db: Db, memberId: string): Promise<void> {
  await db.insertInto("memberStream").values({ memberId }).execute();
}

/**
 * Locks the streams of all whom a transaction concerns and answers where they are. It must be the transaction's first
 * statement: everybody locks in the same order, and whatever is read after it is the latest there is.
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

/** Moves locked streams to their new places. */
export async function moveStreams(db: Db, places: Map<string, number>): Promise<void> {
  await raiseTo(places).execute(db);
}

/** The same, as a part of a larger statement. */
export function raiseTo(places: Map<string, number>): RawBuilder<unknown> {
  return sql`
    update member_stream set last_seq = reached.seq
    from unnest(${[...places.keys()]}::uuid[], ${[...places.values()]}::bigint[]) reached (member_id, seq)
    where member_stream.member_id = reached.member_id`;
}

/** Where a stream is; 0 for those who have none, the staff. */
export async function findPlace(db: Db, memberId: string): Promise<number> {
  const row = await db.selectFrom("memberStream").where("memberId", "=", memberId).select("lastSeq").executeTakeFirst();
  return row?.lastSeq ?? 0;
}
