import { type Insertable, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { AutomaticHide } from "../../../platform/database/types.generated.ts";

/** False, and nothing is noted, when a reporter has caused another hide that staff have not reviewed. */
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

/**
 * Which hides end: those of a notice, whose hide has its id, and with it those of strangers about the same photo, which needed
 * one another until somebody has looked; those of a case but for notices that still wait; or, by staff's own word, all of a
 * case.
 */
export type EndingHides = { noticeId: string } | { caseId: string; evenOfNotices: boolean };

const isStrangersHide = (noticeId: string) => sql<boolean>`exists (
  select from notice join notice decided on decided.photo_id = notice.photo_id
  where notice.id = automatic_hide.id and notice.confirmed_at is null and notice.sender_id is null
    and decided.id = ${noticeId}
)`;

/** Ends hides; answers the photos among them, and whether the profile was one. */
export async function endHides(
  db: Db,
  ending: EndingHides,
  now: Date,
): Promise<{ photoIds: string[]; hadProfile: boolean }> {
  const waits = sql<boolean>`exists (select from notice where notice.id = automatic_hide.id and status = 'pending')`;
  const rows = await db
    .updateTable("automaticHide")
    .set({ endedAt: now })
    .where("endedAt", "is", null)
    .where((eb) =>
      "noticeId" in ending
        ? eb.or([eb("id", "=", ending.noticeId), isStrangersHide(ending.noticeId)])
        : eb.and([eb("caseId", "=", ending.caseId), ...(ending.evenOfNotices ? [] : [eb.not(waits)])]),
    )
    .returning(["id", "photoId"])
    .execute();
  const ids = rows.map(({ id }) => id);
  // Of a notice the hide has its id.
  if (ids.length > 0) await db.updateTable("notice").set({ isHiding: false }).where("id", "in", ids).execute();
  const photoIds = [...new Set(rows.flatMap(({ photoId }) => (photoId === null ? [] : [photoId])))];
  return { photoIds, hadProfile: rows.some(({ photoId }) => photoId === null) };
}

type HeldContent = { memberId: string; photoId: string | null };

/** Whether something hides a photo of a member, or for null the whole profile; `byReport`: a report that waits for its review. */
export async function isHeld(db: Db, { memberId, photoId }: HeldContent, { byReport = false } = {}): Promise<boolean> {
  const row = await db
    .selectFrom("automaticHide")
    .where("memberId", "=", memberId)
    .where("endedAt", "is", null)
    .where("photoId", photoId === null ? "is" : "=", photoId)
    .$if(byReport, (query) => query.where("reporterId", "is not", null))
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether staff have shown again what the reports of a case had hidden: the photo, or for null the whole profile. */
export async function wasShownAgain(db: Db, caseId: string, photoId: string | null): Promise<boolean> {
  const row = await db
    .selectFrom("automaticHide")
    .where("caseId", "=", caseId)
    .where("photoId", "is not distinct from", photoId)
    .where("reporterId", "is not", null)
    .where("endedAt", "is not", null)
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** A notice by which a photo stays hidden, where no notice was told to its member yet. */
export async function findUntoldNotice(db: Db, memberId: string, photoId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select hide.id from automatic_hide hide join notice on notice.id = hide.id
    where hide.member_id = ${memberId} and hide.photo_id = ${photoId} and hide.ended_at is null and not exists (
      select from measure join notice cause on cause.id = measure.notice_id
      where measure.member_id = ${memberId} and measure.ended_at is null and cause.photo_id = ${photoId}
    )
    order by hide.hidden_at, hide.id limit 1`.execute(db);
  return rows[0]?.id;
}
