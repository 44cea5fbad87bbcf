import { type Insertable, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { Measure } from "../../../platform/database/types.generated.ts";

export const MEASURE_COLUMNS = [
  "measure.id",
  "measure.memberId",
  "measure.kind",
  "measure.reason",
  "measure.caseId",
  "measure.photoId",
  "measure.takenBy",
  "measure.takenAt",
  "measure.until",
  "measure.endedAt",
  "measure.appealText",
  "measure.appealedAt",
  "measure.decidedAt",
  "measure.decidedBy",
  "measure.isGranted",
  "measure.answer",
] as const;

export async function addMeasure(db: Db, measure: Insertable<Measure>): Promise<void> {
  await db.insertInto("measure").values(measure).execute();
}

type MeasureEnd = { endedBy: string | null; endedAt: Date };

const endMeasures = (db: Db, ending: MeasureEnd) => db.updateTable("measure").set(ending).where("endedAt", "is", null);

/** Ends the measure behind the suspension or ban of a member, if there is one. */
export async function endSuspensionMeasure(db: Db, memberId: string, ending: MeasureEnd): Promise<void> {
  await endMeasures(db, ending)
    .where("memberId", "=", memberId)
    .where("kind", "in", sql<"ban" | "suspension">`('suspension', 'ban')`)
    .execute();
}

export async function endMeasure(db: Db, id: string, ending: MeasureEnd): Promise<void> {
  await endMeasures(db, ending).where("id", "=", id).execute();
}

type Review = { memberId: string; photoId: string | null; isShown: boolean; answer: string; decidedBy: string };

/**
 * Ends the `under_review` measure that informed a member about a hidden photo (null: the hidden profile). Returns
 * whether there was one.
 */
export async function endReview(
  db: Db,
  { memberId, photoId, isShown, answer, decidedBy }: Review,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update measure set ended_at = ${now}, ended_by = ${decidedBy},
      decided_at = case when appealed_at is not null then ${now}::timestamptz end,
      decided_by = case when appealed_at is not null then ${decidedBy}::uuid end,
      is_granted = case when appealed_at is not null then ${isShown}::boolean end,
      answer = case when appealed_at is not null then ${answer} end
    from notice
    where notice.id = measure.notice_id and measure.member_id = ${memberId} and measure.ended_at is null
      and notice.photo_id is not distinct from ${photoId}::uuid`.execute(db);
  return Number(numAffectedRows ?? 0) > 0;
}

/** Whether staff have removed a photo, and no appeal has restored it. */
export async function isPhotoTaken(db: Db, photoId: string): Promise<boolean> {
  const row = await db
    .selectFrom("measure")
    .where("photoId", "=", photoId)
    .where("endedAt", "is", null)
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}

export function listMeasures(db: Db, memberId: string, limit: number) {
  return db
    .selectFrom("measure")
    .where("memberId", "=", memberId)
    .orderBy("takenAt", "desc")
    .orderBy("id")
    .limit(limit)
    .select(MEASURE_COLUMNS)
    .execute();
}

/** The measures of a member, each with the name of the person of the staff who took it. */
export function listMeasuresForStaff(db: Db, memberId: string, limit: number) {
  return db
    .selectFrom("measure")
    .leftJoin("profile as taker", "taker.memberId", "measure.takenBy")
    .where("measure.memberId", "=", memberId)
    .orderBy("measure.takenAt", "desc")
    .orderBy("measure.id")
    .limit(limit)
    .select(MEASURE_COLUMNS)
    .select("taker.name as takerName")
    .execute();
}

/** Locks a measure, so that it is appealed and decided only once. */
export function lockMeasure(db: Db, id: string) {
  return db.selectFrom("measure").where("id", "=", id).select(MEASURE_COLUMNS).forNoKeyUpdate().executeTakeFirst();
}

export function findMeasureByToken(db: Db, tokenHash: Buffer) {
  return db.selectFrom("measure").where("appealTokenHash", "=", tokenHash).select(MEASURE_COLUMNS).executeTakeFirst();
}

export type EndedSuspension = { memberId: string; suspendedUntil: Date | null };

/** The next members whose suspension has run out. */
export function listEndedSuspensions(
  db: Db,
  now: Date,
  after: EndedSuspension | undefined,
  limit: number,
): Promise<EndedSuspension[]> {
  return db
    .selectFrom("profile")
    .where("suspendedUntil", "<=", now)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(suspended_until, member_id) > (${after?.suspendedUntil}, ${after?.memberId})`),
    )
    .orderBy("suspendedUntil")
    .orderBy("memberId")
    .limit(limit)
    .select(["memberId", "suspendedUntil"])
    .execute();
}

/** A person of the staff. A notification needs an actor, even for actions of the rules. */
export async function findStaffMember(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom("profile")
    .where("isAdmin", "=", true)
    .orderBy("createdAt")
    .limit(1)
    .select("memberId")
    .executeTakeFirst();
  return row?.memberId;
}
