import { type Insertable, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { Notice } from "../../../platform/database/types.generated.ts";

export async function addNotice(db: Db, notice: Insertable<Notice>): Promise<void> {
  await db.insertInto("notice").values(notice).execute();
}

export async function markHidden(db: Db, ids: string[]): Promise<void> {
  await db.updateTable("notice").set({ hasHidden: true, isHiding: true }).where("id", "in", ids).execute();
}

/** Notes that a notice came above a brake of the hour, and so hid nothing. */
export async function markBraked(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable("notice").set({ brakedAt: now }).where("id", "=", id).execute();
}

/** Whether this notice tells staff that a brake holds, once an hour. Nobody waits: who holds the lock is telling. */
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

/** Confirms the mailbox of a notice that waits, once; undefined when it was confirmed or decided before. */
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

type Page = { isDecided: boolean; offset: number; limit: number };

/**
 * Notices with the member that they name: those that wait with what is grave and still in sight first, the ones of known
 * senders before the others, and then by their deadline; or the decided ones.
 */
export function listNotices(db: Db, { isDecided, offset, limit }: Page) {
  return db
    .selectFrom("notice")
    .leftJoin("member", "member.id", "notice.memberId")
    .leftJoin("profile", "profile.memberId", "notice.memberId")
    .leftJoin("profile as decider", "decider.memberId", "notice.decidedBy")
    .$if(isDecided, (query) =>
      query.where("notice.decidedAt", "is not", null).orderBy("notice.decidedAt", "desc").orderBy("notice.id", "desc"),
    )
    .$if(!isDecided, (query) =>
      query
        .where(sql<boolean>`notice.status = 'pending'`)
        // As the index of the queue has it.
        .orderBy(
          sql`(case when notice.kind = 'other' or notice.is_hiding then 0
            when notice.confirmed_at is null and notice.sender_id is null then 1 else 2 end) desc`,
        )
        .orderBy("notice.dueAt")
        .orderBy("notice.id"),
    )
    .offset(offset)
    .limit(limit)
    .select([
      "notice.id",
      "notice.kind",
      "notice.status",
      "notice.address",
      "notice.words",
      "notice.senderName",
      "notice.senderEmail",
      "notice.memberId",
      "notice.fileName",
      "notice.photoId",
      "notice.receivedAt",
      "notice.dueAt",
      "notice.decidedAt",
      "notice.answer",
      "notice.hasHidden",
      "notice.isHiding",
      "notice.confirmedAt",
      "notice.senderId",
      "notice.brakedAt",
      "decider.name as decidedBy",
      "profile.name",
      "member.email",
    ])
    .select((eb) =>
      eb
        .selectFrom("reportCase")
        .whereRef("reportCase.reportedId", "=", "notice.memberId")
        .orderBy("reportCase.openedAt", "desc")
        .limit(1)
        .select("reportCase.id")
        .as("caseId"),
    )
    .execute();
}

type Reply = { text: string; at: Date };

/** What members wrote while what these notices name was out of sight, whichever notice it went by: the latest for each. */
export async function listReplies(db: Db, noticeIds: string[]): Promise<Map<string, Reply>> {
  const { rows } = await sql<Reply & { noticeId: string }>`
    select distinct on (notice.id) notice.id as notice_id, appeal_text as text, appealed_at as at
    from notice
      join measure on measure.member_id = notice.member_id and measure.kind = 'under_review'
      join notice cause on cause.id = measure.notice_id and cause.photo_id is not distinct from notice.photo_id
    where notice.id = any(${noticeIds}::uuid[]) and appealed_at is not null
      and (ended_at is null or ended_at >= notice.received_at)
    order by notice.id, taken_at desc`.execute(db);
  return new Map(rows.map(({ noticeId, text, at }) => [noticeId, { text, at }]));
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

export async function removeOldNotices(db: Db, day: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from notice where id in (
      select id from notice where decided_at is not null and decided_at < ${day}
      order by decided_at limit ${limit} for update skip locked
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}
