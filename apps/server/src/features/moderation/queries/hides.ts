import { type Insertable, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { AutomaticHide } from "../../../platform/database/types.generated.ts";
import type { Reporter } from "../report-rules.ts";

export async function addAutomaticHides(db: Db, hides: Insertable<AutomaticHide>[]): Promise<void> {
  await db.insertInto("automaticHide").values(hides).execute();
}

/**
 * Whether reporters may cause another hide: not while a hide waits for review that one of them caused, or an account
 * made less than `sameHandMs` before or after, which may be the same person's.
 */
export async function mayCauseHide(db: Db, reporters: readonly Reporter[], sameHandMs: number): Promise<boolean> {
  // Simultaneous reports wait here for each other. A site has few hides an hour, so there is one lock for all.
  await sql`select pg_advisory_xact_lock(hashtextextended('automatic_hide', 0))`.execute(db);
  const ids = reporters.map(({ id }) => id);
  const joins = reporters.map(({ joinedAt }) => joinedAt);
  const { rows } = await sql`
    select from automatic_hide left join profile on profile.member_id = automatic_hide.reporter_id
    where automatic_hide.ended_at is null and (automatic_hide.reporter_id = any(${ids}::uuid[]) or exists (
      select from unnest(${joins}::timestamptz[]) as joined_at
      where profile.created_at > joined_at - ${sameHandMs} * interval '1 millisecond'
        and profile.created_at < joined_at + ${sameHandMs} * interval '1 millisecond'
    )) limit 1`.execute(db);
  return rows.length === 0;
}

/**
 * The hides to end. `noticeId`: the hide of this notice, and the hides of strangers' notices about the same photo,
 * which hid the photo only together. `caseId`: the hides of this case; those of waiting notices end only with
 * `evenOfNotices`, which staff must have chosen.
 */
export type EndingHides = { noticeId: string } | { caseId: string; evenOfNotices: boolean };

const isStrangersHide = (noticeId: string) => sql<boolean>`exists (
  select from notice join notice decided on decided.photo_id = notice.photo_id
  where notice.id = automatic_hide.id and notice.confirmed_at is null and notice.sender_id is null
    and decided.id = ${noticeId}
)`;

/** Ends hides; returns the ids of their photos, and whether one of them hid the profile. */
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
  // A hide that a notice caused has the id of the notice.
  if (ids.length > 0) await db.updateTable("notice").set({ isHiding: false }).where("id", "in", ids).execute();
  const photoIds = [...new Set(rows.flatMap(({ photoId }) => (photoId === null ? [] : [photoId])))];
  return { photoIds, hadProfile: rows.some(({ photoId }) => photoId === null) };
}

type HeldContent = { memberId: string; photoId: string | null };

/**
 * Whether an automatic hide hides a photo or, if `photoId` is null, the whole profile. `byReport`: only hides that a
 * report caused count.
 */
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

/** Whether staff have shown again a photo (null: the whole profile) that the reports of a case had hidden. */
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

/** A notice that hides a photo, if its member was not notified of any notice about the photo; otherwise undefined. */
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
