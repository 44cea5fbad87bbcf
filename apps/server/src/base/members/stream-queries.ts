import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { withSavepoint } from "../../platform/database/savepoint.ts";
import { type Params, statement } from "../../platform/database/statement.ts";
import { type Advance, advanceStreamsSql, valuesOfAdvance } from "./stream-fragment-queries.ts";

/** Opens the stream of a new member. Nobody can write to a member without one. */
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

/**
 * Locks the streams of members who may leave or return by this transaction, and of everybody who has unread messages
 * from them, because their totals change too. It must be the first statement, and locks in the same order as
 * `lockStreams`.
 */
export async function lockStreamsAround(db: Db, memberIds: string[]): Promise<void> {
  let isComplete = false;
  // A message that was committed while we waited for the locks may have added a reader, who cannot be locked out of
  // order. In that case all locks are released and taken again.
  while (!isComplete) {
    await withSavepoint(db, async () => {
      const ids = new Set([...memberIds, ...(await listReaders(db, memberIds))]);
      await lockStreams(db, [...ids]);
      isComplete = (await listReaders(db, memberIds)).every((readerId) => ids.has(readerId));
      return isComplete;
    });
  }
}

/** Returns the members who have not read everything that some of these members wrote to them. */
async function listReaders(db: Db, memberIds: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("conversation as own")
    .innerJoin("conversation as theirs", (join) =>
      join.onRef("theirs.ownerId", "=", "own.otherId").onRef("theirs.otherId", "=", "own.ownerId"),
    )
    .where("own.ownerId", "=", sql<string>`any(${memberIds}::uuid[])`)
    .where("theirs.unread", ">", 0)
    .select("theirs.ownerId")
    .execute();
  return rows.map(({ ownerId }) => ownerId);
}

export type Stream = { memberId: string; lastSeq: number };

/** Locks like `lockStreams`, for the statements that send messages. Returns a row for each member. */
export const lockStreamRows = statement(
  ({ memberIds }: Params<{ memberIds: string[] }>) => sql<Stream>`
    select member_id, last_seq from member_stream where member_id = any(${memberIds}::uuid[])
    order by member_id for no key update`,
);

/** Moves locked streams on to new sequence numbers. */
export async function advanceStreams(db: Db, advance: Advance): Promise<void> {
  const { members, reached, unreadBy } = valuesOfAdvance(advance);
  const params = { members: sql.val(members), reached: sql.val(reached), unreadBy: sql.val(unreadBy) };
  await advanceStreamsSql(params).execute(db);
}

export async function listUnreadTotals(db: Db, memberIds: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("memberStream")
    .where("memberId", "=", sql<string>`any(${memberIds}::uuid[])`)
    .select(["memberId", "unread"])
    .execute();
  return new Map(rows.map(({ memberId, unread }) => [memberId, unread]));
}
