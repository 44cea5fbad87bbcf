import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { Params } from "../../../platform/database/statement.ts";

export type StreamState = {
  /** 0 for staff, who have no stream. */
  lastSeq: number;
  unreadTotal: number;
};

/** SQL: one row with the state of a member's stream. */
export const selectStreamState = ({ memberId }: Params<{ memberId: string }>) => sql<StreamState>`
  select coalesce(last_seq, 0) as last_seq, coalesce(unread, 0) as unread_total
  from (select) one left join member_stream on member_id = ${memberId}`;

/** The last sequence number of each session's member, by session. Sessions that are over are left out. */
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
