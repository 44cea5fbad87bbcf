import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { WarnedPair } from "../slow-rules.ts";

/** Whether a member is slowed now, and when staff last lifted a slowing. */
export async function findSlowing(db: Db, memberId: string): Promise<{ isSlowed: boolean; liftedAt: Date | null }> {
  const row = await db
    .selectFrom("slowedMember")
    .where("memberId", "=", memberId)
    .select("liftedAt")
    .executeTakeFirst();
  return { isSlowed: row !== undefined && row.liftedAt === null, liftedAt: row?.liftedAt ?? null };
}

/** Slows a member; false when they are slowed already. */
export async function slowMember(db: Db, memberId: string, slowedAt: Date): Promise<boolean> {
  const slowed = await db
    .insertInto("slowedMember")
    .values({ memberId, slowedAt })
    .onConflict((conflict) =>
      conflict
        .column("memberId")
        .doUpdateSet({ slowedAt, liftedAt: null, liftedBy: null })
        .where("slowedMember.liftedAt", "is not", null),
    )
    .returning("memberId")
    .executeTakeFirst();
  return slowed !== undefined;
}

/** Lifts a slowing; false when there is none. */
export async function liftSlowing(db: Db, memberId: string, lift: { liftedAt: Date; liftedBy: string }) {
  const lifted = await db
    .updateTable("slowedMember")
    .set(lift)
    .where("memberId", "=", memberId)
    .where("liftedAt", "is", null)
    .returning("memberId")
    .executeTakeFirst();
  return lifted !== undefined;
}

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
