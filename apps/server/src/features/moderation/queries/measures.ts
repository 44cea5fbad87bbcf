import { type Insertable, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { Measure } from "../../../platform/database/types.generated.ts";

const COLUMNS = [
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

/** Ends the suspension or ban of a member; answers its id, undefined when there was none of ours. */
export async function endSuspensionMeasure(
  db: Db,
  { memberId, endedBy, now }: { memberId: string; endedBy: string | null; now: Date },
): Promise<string | undefined> {
  const row = await db
    .updateTable("measure")
    .set({ endedAt: now, endedBy })
    .where("memberId", "=", memberId)
    .where("kind", "in", sql<"ban" | "suspension">`('suspension', 'ban')`)
    .where("endedAt", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

export async function endMeasure(db: Db, id: string, endedBy: string | null, now: Date): Promise<void> {
  await db
    .updateTable("measure")
    .set({ endedAt: now, endedBy })
    .where("id", "=", id)
    .where("endedAt", "is", null)
    .execute();
}

type Review = { memberId: string; photoId: string | null; isShown: boolean; answer: string; decidedBy: string };

/** Ends what was told of a hidden photo, or for null whole profile, with its answer. Answers whether there was any. */
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

/** Whether staff have taken a photo away, and no appeal has brought it back. */
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
    .select(COLUMNS)
    .execute();
}

/** The same with the name of who took each. */
export function listMeasuresForStaff(db: Db, memberId: string, limit: number) {
  return db
    .selectFrom("measure")
    .leftJoin("profile as taker", "taker.memberId", "measure.takenBy")
    .where("measure.memberId", "=", memberId)
    .orderBy("measure.takenAt", "desc")
    .orderBy("measure.id")
    .limit(limit)
    .select(COLUMNS)
    .select("taker.name as takerName")
    .execute();
}

/** Locks a measure of a member, so that it is appealed and decided once. */
export function lockMeasure(db: Db, id: string) {
  return db.selectFrom("measure").where("id", "=", id).select(COLUMNS).forNoKeyUpdate().executeTakeFirst();
}

export function findMeasureByToken(db: Db, tokenHash: Buffer) {
  return db.selectFrom("measure").where("appealTokenHash", "=", tokenHash).select(COLUMNS).executeTakeFirst();
}

// A literal, so that the planner finds the index. What a member answers to a hide stands with its notice, and is decided with it.
export const isAppeal = sql<boolean>`measure.kind <> 'under_review'`;

export function findAppealedMember(db: Db, id: string) {
  return db
    .selectFrom("measure")
    .where("id", "=", id)
    .where(isAppeal)
    .where("appealedAt", "is not", null)
    .select("memberId")
    .executeTakeFirst();
}

export async function addAppeal(db: Db, id: string, appeal: { text: string; at: Date }): Promise<void> {
  await db
    .updateTable("measure")
    .set({ appealText: appeal.text, appealedAt: appeal.at })
    .where("id", "=", id)
    .where("appealedAt", "is", null)
    .execute();
}

type Decision = { isGranted: boolean; answer: string; decidedBy: string; decidedAt: Date };

export async function decideMeasureAppeal(db: Db, id: string, decision: Decision): Promise<void> {
  await db.updateTable("measure").set(decision).where("id", "=", id).where("decidedAt", "is", null).execute();
}

type Page = { isDecided: boolean; offset: number; limit: number };

/** Appeals with their members: those that wait with the oldest first, or the decided ones. */
export function listAppeals(db: Db, { isDecided, offset, limit }: Page) {
  return db
    .selectFrom("measure")
    .innerJoin("member", "member.id", "measure.memberId")
    .innerJoin("profile", "profile.memberId", "measure.memberId")
    .leftJoin("profile as taker", "taker.memberId", "measure.takenBy")
    .where("measure.appealedAt", "is not", null)
    .where(isAppeal)
    .where("measure.decidedAt", isDecided ? "is not" : "is", null)
    .$if(isDecided, (query) => query.orderBy("measure.decidedAt", "desc").orderBy("measure.id", "desc"))
    .$if(!isDecided, (query) => query.orderBy("measure.appealedAt").orderBy("measure.id"))
    .offset(offset)
    .limit(limit)
    .select(COLUMNS)
    .select(["taker.name as takerName", "profile.name", "member.email"])
    .execute();
}

/** How many others of the staff there are, up to two. */
export async function countOtherAdmins(db: Db, adminId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from profile where is_admin and is_active and member_id <> ${adminId} limit 2
    ) counted`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function listEndedSuspensions(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("profile")
    .where("suspendedUntil", "<=", now)
    .orderBy("suspendedUntil")
    .limit(limit)
    .select("memberId")
    .execute();
  return rows.map(({ memberId }) => memberId);
}
