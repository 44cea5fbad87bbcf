import { type Insertable, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { AutomaticHide } from "../../../platform/database/types.generated.ts";

/**
 * Notes what was hidden by itself, once for each reporter who caused it. False, and nothing is noted, when one of them has
 * caused another one that the team has not reviewed.
 */
export async function addAutomaticHides(db: Db, hides: Insertable<AutomaticHide>[]): Promise<boolean> {
  const reporters = hides.flatMap(({ reporterId }) => (reporterId == null ? [] : [reporterId]));
  // Reports of one reporter at the same instant come one after another here; in one order, so that none waits in a circle.
  await sql`
    select pg_advisory_xact_lock(hashtextextended('automatic_hide ' || reporter, 0))
    from (select unnest(${reporters}::text[]) as reporter order by 1) as sorted`.execute(db);
  const { rows } = await sql`
    select from automatic_hide where reporter_id = any(${reporters}::uuid[]) and ended_at is null limit 1`.execute(db);
  if (rows.length > 0) return false;
  await db.insertInto("automaticHide").values(hides).execute();
  return true;
}

/** Ends the hides of a case, or only those that notices caused; answers the photos among them, and whether the profile was one. */
export async function endHidesOfCase(
  db: Db,
  caseId: string,
  { onlyOfNotices, now }: { onlyOfNotices: boolean; now: Date },
): Promise<{ photoIds: string[]; hadProfile: boolean }> {
  const rows = await db
    .updateTable("automaticHide")
    .set({ endedAt: now })
    .where("caseId", "=", caseId)
    .where("endedAt", "is", null)
    .$if(onlyOfNotices, (query) => query.where("reporterId", "is", null))
    .returning("photoId")
    .execute();
  const photoIds = [...new Set(rows.flatMap(({ photoId }) => (photoId === null ? [] : [photoId])))];
  return { photoIds, hadProfile: rows.some(({ photoId }) => photoId === null) };
}

/** Whether something else still hides a member's profile. */
export async function isProfileHeld(db: Db, memberId: string): Promise<boolean> {
  const row = await db
    .selectFrom("automaticHide")
    .where("memberId", "=", memberId)
    .where("endedAt", "is", null)
    .where("photoId", "is", null)
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether something else still hides a photo. */
export async function isPhotoHeld(db: Db, memberId: string, photoId: string): Promise<boolean> {
  const row = await db
    .selectFrom("automaticHide")
    .where("memberId", "=", memberId)
    .where("photoId", "=", photoId)
    .where("endedAt", "is", null)
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}
