import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { isOnline } from "./fragment-queries.ts";

/** Marks up to `limit` members of a run who are available and not yet invited as invited; returns their ids. */
export async function claimInvitations(db: Db, runId: string, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ memberId: string }>`
    update availability set invited_at = ${now}
    where member_id in (
      select member_id from availability where run_id = ${runId} and invited_at is null and ends_at > ${now}
      order by member_id limit ${limit} for update skip locked
    )
    returning member_id`.execute(db);
  return rows.map(({ memberId }) => memberId);
}

/** Whether a member is still available and has not come online meanwhile. */
export async function isAwaited(db: Db, memberId: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom("availability")
    .innerJoin("presence", "presence.memberId", "availability.memberId")
    .innerJoin("profile", "profile.memberId", "availability.memberId")
    .where("availability.memberId", "=", memberId)
    .where("availability.endsAt", ">", now)
    .where("profile.isActive", "=", true)
    .where("presence.isHidden", "=", false)
    .where(sql<boolean>`not ${isOnline(now)}`)
    .select("availability.memberId")
    .executeTakeFirst();
  return row !== undefined;
}
