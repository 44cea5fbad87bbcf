import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { Places } from "../../../platform/database/fixed-statement.ts";
import { countUnread } from "./conversations.ts";

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

/** Moves locked streams on to new sequence numbers. */
export async function advanceStreams(db: Db, seqs: Map<string, number>): Promise<void> {
  await advanceStreamsSql(seqs).execute(db);
}

/** The statement of `advanceStreams`, as a part of a larger one. */
export function advanceStreamsSql(seqs: Map<string, number>): RawBuilder<unknown> {
  return sql`
    update member_stream set last_seq = reached.seq
    from unnest(${[...seqs.keys()]}::uuid[], ${[...seqs.values()]}::bigint[]) reached (member_id, seq)
    where member_stream.member_id = reached.member_id`;
}

export type StreamState = {
  /** 0 for staff, who have no stream. */
  lastSeq: number;
  /** All that the member has not read. */
  unreadTotal: number;
};

/** SQL: one row with the state of a member's stream. */
export const selectStreamState = ({ memberId }: Places<{ memberId: string }>) => sql<StreamState>`
  select coalesce((select last_seq from member_stream where member_id = ${memberId}), 0) as last_seq,
    ${countUnread(memberId)} as unread_total`;

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
