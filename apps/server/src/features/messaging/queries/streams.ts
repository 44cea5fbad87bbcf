import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { Places } from "../../../platform/database/fixed-statement.ts";
import { pipelinedStatement } from "../../../platform/database/pipeline.ts";

/** Opens the stream of a new member; nobody can write to a member without one. */
export async function addStream(db: Db, memberId: string): Promise<void> {
  await db.insertInto("memberStream").values({ memberId }).execute();
}

/**
 * Locks the streams of every member whom a transaction concerns and answers their last sequence numbers. It must be the
 * first statement of the transaction: everybody locks in the same order, and what is read afterwards is the latest state.
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

/** The same for a pipeline: a row for each member. */
export const lockStreamsQuery = pipelinedStatement(
  ({ memberIds }: Places<{ memberIds: string[] }>) => sql<Stream>`
    select member_id, last_seq from member_stream where member_id = any(${memberIds}::uuid[])
    order by member_id for no key update`,
);

/** Where streams stand, and by how much more their members have not read than before; without a number as much. */
export type Advance = { seqs: Map<string, number>; unread?: Map<string, number> };

export const valuesOfAdvance = ({ seqs, unread }: Advance) => ({
  members: [...seqs.keys()],
  reached: [...seqs.values()],
  unreadBy: [...seqs.keys()].map((id) => unread?.get(id) ?? 0),
});

/** Moves locked streams on to new sequence numbers. */
export async function advanceStreams(db: Db, advance: Advance): Promise<void> {
  const { members, reached, unreadBy } = valuesOfAdvance(advance);
  const places = { members: sql.val(members), reached: sql.val(reached), unreadBy: sql.val(unreadBy) };
  await advanceStreamsSql(places).execute(db);
}

/** The statement of `advanceStreams`, as a part of a larger one; it answers what each member has not read in all. */
export function advanceStreamsSql({ members, reached, unreadBy }: Places<ReturnType<typeof valuesOfAdvance>>) {
  return sql`
    update member_stream set last_seq = reached.seq, unread = member_stream.unread + reached.unread
    from unnest(${members}::uuid[], ${reached}::bigint[], ${unreadBy}::int[]) reached (member_id, seq, unread)
    where member_stream.member_id = reached.member_id
    returning member_stream.member_id, member_stream.unread`;
}

/** What each member has not read in all. */
export async function listUnreadTotals(db: Db, memberIds: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("memberStream")
    .where("memberId", "=", sql<string>`any(${memberIds}::uuid[])`)
    .select(["memberId", "unread"])
    .execute();
  return new Map(rows.map(({ memberId, unread }) => [memberId, unread]));
}

export type StreamState = {
  /** 0 for staff, who have no stream. */
  lastSeq: number;
  /** All that the member has not read. */
  unreadTotal: number;
};

/** SQL: one row with the state of a member's stream. */
export const selectStreamState = ({ memberId }: Places<{ memberId: string }>) => sql<StreamState>`
  select coalesce(last_seq, 0) as last_seq, coalesce(unread, 0) as unread_total
  from (select) one left join member_stream on member_id = ${memberId}`;

/**
 * The last sequence number of each session's member, by session. Sessions that are over are left out. Hidden pairs are
 * not filtered: a session reads its own member's profile.
 */
export async function listHeartbeats(db: Db, sessionIds: string[], now: Date): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("session")
    .innerJoin("profile", "profile.memberId", "session.memberId")
    .innerJoin("memberStream", "memberStream.memberId", "session.memberId")
    .where("session.id", "=", sql<string>`any(${sessionIds}::uuid[])`)
    .where("session.endedAt", "is", null)
    .where("session.expiresAt", ">", now)
    .where("profile.isOpen", "=", true)
    .select(["session.id", "memberStream.lastSeq"])
    .execute();
  return new Map(rows.map(({ id, lastSeq }) => [id, lastSeq]));
}
