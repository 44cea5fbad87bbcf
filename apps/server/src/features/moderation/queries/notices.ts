import { type Insertable, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { Notice } from "../../../platform/database/types.generated.ts";

export async function addNotice(db: Db, notice: Insertable<Notice>): Promise<void> {
  await db.insertInto("notice").values(notice).execute();
}

export async function markHidden(db: Db, ids: string[]): Promise<void> {
  await db.updateTable("notice").set({ hasHidden: true, isHiding: true }).where("id", "in", ids).execute();
}

/** Records that a notice hid nothing because an hourly limit was reached. */
export async function markBraked(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable("notice").set({ brakedAt: now }).where("id", "=", id).execute();
}

/**
 * Whether this notice informs staff of a reached limit, once an hour. It does not wait for the lock: another notice
 * that holds the lock informs them.
 */
export async function claimBrakeAlarm(db: Db, id: string, { since }: { since: Date }): Promise<boolean> {
  const lock = await sql<{ isHeld: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('notice alarm', 0)) as is_held`.execute(db);
  if (!lock.rows[0]?.isHeld) return false;
  const { numAffectedRows } = await sql`
    update notice set has_alarmed = true
    where id = ${id} and not exists (select from notice where has_alarmed and braked_at > ${since})`.execute(db);
  return Number(numAffectedRows ?? 0) > 0;
}

export function findNoticeByToken(db: Db, confirmationHash: Buffer) {
  return db
    .selectFrom("notice")
    .where("confirmationHash", "=", confirmationHash)
    .where("confirmedAt", "is", null)
    .where("status", "=", "pending")
    .select(["id", "kind", "address", "dueAt"])
    .executeTakeFirst();
}

/** Confirms the mailbox of a waiting notice; undefined when the notice was confirmed or decided before. */
export function confirmMailbox(db: Db, id: string, now: Date) {
  return db
    .updateTable("notice")
    .set({ confirmedAt: now })
    .where("id", "=", id)
    .where("confirmedAt", "is", null)
    .where("status", "=", "pending")
    .returning(["senderMailbox", "senderNetwork", "senderId", "hasHidden"])
    .executeTakeFirst();
}

/** Gives a waiting notice a new link; undefined when it was confirmed or decided, or is gone. */
export function renewLink(db: Db, id: string, confirmationHash: Buffer) {
  return db
    .updateTable("notice")
    .set({ confirmationHash: sql<Buffer | null>`case when kind <> 'other' then ${confirmationHash}::bytea end` })
    .where("id", "=", id)
    .where("confirmedAt", "is", null)
    .where("status", "=", "pending")
    .returning(["id", "kind", "senderEmail"])
    .executeTakeFirst();
}

export function findNotice(db: Db, id: string) {
  return db.selectFrom("notice").where("id", "=", id).select(["id", "memberId"]).executeTakeFirst();
}

export function lockNotice(db: Db, id: string) {
  return db
    .selectFrom("notice")
    .where("id", "=", id)
    .select(["id", "kind", "status", "address", "memberId", "photoId", "fileName", "senderEmail"])
    .forNoKeyUpdate()
    .executeTakeFirst();
}

type Decision = { status: "accepted" | "refused"; answer: string; decidedBy: string; decidedAt: Date };

export async function decideOpenNotice(db: Db, id: string, decision: Decision): Promise<void> {
  await db.updateTable("notice").set(decision).where("id", "=", id).where("status", "=", "pending").execute();
}

/** How many open notices name each of these members. */
export async function countNoticesOf(db: Db, memberIds: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ memberId: string; count: number }>`
    select member_id, count(*)::int as count from notice
    where member_id = any(${memberIds}::uuid[]) and status = 'pending' group by member_id`.execute(db);
  return new Map(rows.map(({ memberId, count }) => [memberId, count]));
}

export const removeOldNoticesSql = (day: Date, limit: number) => sql`
  delete from notice where id in (
    select id from notice where decided_at is not null and decided_at < ${day}
    order by decided_at limit ${limit} for update skip locked
  )`;
