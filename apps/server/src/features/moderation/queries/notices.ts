import { type Insertable, type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { Notice } from "../../../platform/database/types.generated.ts";

export async function addNotice(db: Db, notice: Insertable<Notice>): Promise<void> {
  await db.insertInto("notice").values(notice).execute();
}

type Hiding = { senderMailbox: string; senderNetwork: Buffer; memberId: string; isWholeProfile: boolean };

/**
 * Whether a sender's notices have hidden enough: a mailbox hides one thing until it is reviewed, a network address one whole
 * profile, and neither hides again something of a member about whom the team has refused their notice. Notices of one sender
 * at the same instant come one after another here; mailboxes before networks, so that none waits in a circle.
 */
export async function hasHiddenEnough(
  db: Db,
  { senderMailbox, senderNetwork, memberId, isWholeProfile }: Hiding,
): Promise<boolean> {
  for (const key of [senderMailbox, senderNetwork.toString("hex")])
    await sql`select pg_advisory_xact_lock(hashtextextended('notice ' || ${key}::text, 0))`.execute(db);
  const { rows } = await sql<{ isEnough: boolean }>`
    select exists (
      select from notice where sender_mailbox = ${senderMailbox} and has_hidden and status = 'pending'
    ) or ${isWholeProfile} and exists (
      select from notice
      where sender_network = ${senderNetwork} and has_hidden and status = 'pending' and photo_id is null
    ) or exists (
      select from notice
      where member_id = ${memberId} and status = 'refused'
        and (sender_mailbox = ${senderMailbox} or sender_network = ${senderNetwork})
    ) as is_enough`.execute(db);
  return rows[0]?.isEnough ?? false;
}

type Page = { isDecided: boolean; offset: number; limit: number };

/** Notices with the member that they name: those that wait by their deadline, or the decided ones. Hidden pairs are not filtered: only the team reads it. */
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
      query.where(sql<boolean>`notice.status = 'pending'`).orderBy("notice.dueAt").orderBy("notice.id"),
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

/** How many notices wait, or are decided, up to a number. */
export function countNotices(db: Db, isDecided: boolean, max: number): Promise<number> {
  return countRows(db, isDecided ? sql`decided_at is not null` : sql`status = 'pending'`, max);
}

async function countRows(db: Db, which: RawBuilder<unknown>, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from notice where ${which} limit ${max}) counted`.execute(db);
  return rows[0]?.count ?? 0;
}

/** How many open notices name each of these members. */
export async function countNoticesOf(db: Db, memberIds: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ memberId: string; count: number }>`
    select member_id, count(*)::int as count from notice
    where member_id = any(${memberIds}::uuid[]) and status = 'pending' group by member_id`.execute(db);
  return new Map(rows.map(({ memberId, count }) => [memberId, count]));
}

/** Removes up to `limit` notices that were decided before a day; answers how many. */
export async function removeOldNotices(db: Db, day: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from notice where id in (
      select id from notice where decided_at is not null and decided_at < ${day}
      order by decided_at limit ${limit} for update skip locked
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}
