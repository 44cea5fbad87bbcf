import { sql } from "kysely";
import { isReachable } from "../../../base/pairs/fragment-queries.ts";
import type { Db } from "../../../platform/database/database.ts";
import { type Params, statement } from "../../../platform/database/statement.ts";

type StreamState = {
  /** 0 for staff, who have no stream. */
  lastSeq: number;
  unreadTotal: number;
};

/** SQL: one row with the state of a member's stream. */
export const selectStreamState = ({ memberId }: Params<{ memberId: string }>) => sql<StreamState>`
  select coalesce(last_seq, 0) as last_seq, coalesce(unread, 0) as unread_total
  from (select) one left join member_stream on member_id = ${memberId}`;

type ChangesSince = { memberId: string; after: number };
const readChanged = statement(
  ({ memberId, after }: Params<ChangesSince>) => sql<StreamState & { peerIds: string[] }>`
    select state.*, array(
      select other_id from conversation
      where owner_id = ${memberId} and changed_seq > ${after}
        and ${isReachable(memberId, sql.ref("conversation.other_id"))}
    ) as peer_ids
    from (${selectStreamState({ memberId })}) state`,
);

/**
 * The state of a member's stream, and with which members something has changed after a number of it, without those who
 * are hidden or inactive.
 */
export async function findChanged(db: Db, since: ChangesSince) {
  const [state] = await readChanged(db, since);
  // The statement returns the state even of members without a stream, so there is always a row.
  if (!state) throw new Error("a stream has no row");
  return state;
}

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
