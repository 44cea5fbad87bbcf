import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { WarnedPair } from "../slow-rules.ts";

/** Marks an open case as one that the rules found. */
export async function flagCase(db: Db, caseId: string, flaggedAt: Date): Promise<void> {
  await db.updateTable("reportCase").set({ flaggedAt }).where("id", "=", caseId).execute();
}

type WarnedPairsQuery = { memberId: string; since: Date; acquaintedAfter: number };

/**
 * A member's messages with warnings, for up to 50 recipients, who have all answered fewer than `acquaintedAfter` times.
 * The latest come first.
 */
export async function listWarnedPairs(
  db: Db,
  { memberId, since, acquaintedAfter }: WarnedPairsQuery,
): Promise<(WarnedPair & { messageIds: string[] })[]> {
  const { rows } = await sql<WarnedPair & { messageIds: string[] }>`
    select recipient_id, array_agg(distinct warning) as warnings, array_agg(distinct warned.id::text) as message_ids
    from message warned cross join lateral unnest(warnings) warning
    where sender_id = ${memberId} and sent_at >= ${since} and warnings is not null
      and (
        select count(*) from (
          select from message answer
          where answer.sender_id = warned.recipient_id and answer.recipient_id = ${memberId} limit ${acquaintedAfter}
        ) answered
      ) < ${acquaintedAfter}
    group by recipient_id
    order by max(sent_at) desc
    limit 50`.execute(db);
  return rows;
}
