import { type Insertable, sql } from "kysely";
import type { WaitingWork } from "../../platform/context.ts";
import { countOf } from "../../platform/database/count-of.ts";
import type { Db } from "../../platform/database/database.ts";
import type { DataRequest } from "../../platform/database/types.generated.ts";

export async function addDataRequest(db: Db, request: Insertable<DataRequest>): Promise<void> {
  await db.insertInto("dataRequest").values(request).execute();
}

/** Confirms the mailbox of a request by the hash of its link, once; undefined for any other link, or an expired one. */
export function confirmRequest(db: Db, confirmationHash: Buffer, { since, now }: { since: Date; now: Date }) {
  return db
    .updateTable("dataRequest")
    .set({ confirmedAt: now })
    .where("confirmationHash", "=", confirmationHash)
    .where("confirmedAt", "is", null)
    .where("receivedAt", ">=", since)
    .returning(["id", "dueAt"])
    .executeTakeFirst();
}

/** Gives an unconfirmed request a new link; returns its address, or undefined when it was confirmed or is gone. */
export async function renewLink(db: Db, id: string, confirmationHash: Buffer): Promise<string | undefined> {
  const request = await db
    .updateTable("dataRequest")
    .set({ confirmationHash })
    .where("id", "=", id)
    .where("memberId", "is", null)
    .where("confirmedAt", "is", null)
    .returning("email")
    .executeTakeFirst();
  return request?.email;
}

type Page = { isAnswered: boolean; offset: number; limit: number };

/**
 * Confirmed requests, each with the member who has its address now: those that wait by their due time, which puts the
 * overdue ones first, or the answered ones.
 */
export function listDataRequests(db: Db, { isAnswered, offset, limit }: Page) {
  return db
    .selectFrom("dataRequest")
    .leftJoin("member", "member.email", "dataRequest.email")
    .leftJoin("profile", (join) =>
      join
        .onRef("profile.memberId", "=", sql`coalesce(data_request.member_id, member.id)`)
        .on("profile.role", "<>", "admin"),
    )
    .leftJoin("member as account", (join) =>
      join.onRef("account.id", "=", "dataRequest.memberId").onRef("account.id", "=", "profile.memberId"),
    )
    .leftJoin("profile as answerer", "answerer.memberId", "dataRequest.answeredBy")
    .$if(isAnswered, (query) =>
      query
        .where("dataRequest.answeredAt", "is not", null)
        .orderBy("dataRequest.answeredAt", "desc")
        .orderBy("dataRequest.id", "desc"),
    )
    .$if(!isAnswered, (query) =>
      query
        .where("dataRequest.confirmedAt", "is not", null)
        .where("dataRequest.answeredAt", "is", null)
        .orderBy("dataRequest.dueAt")
        .orderBy("dataRequest.id"),
    )
    .offset(offset)
    .limit(limit)
    .select([
      "dataRequest.id",
      "dataRequest.kind",
      "dataRequest.words",
      "dataRequest.name",
      "dataRequest.email",
      "dataRequest.receivedAt",
      "dataRequest.dueAt",
      "dataRequest.answeredAt",
      "dataRequest.answer",
      "dataRequest.memberId as senderId",
      "profile.memberId",
      "profile.name as memberName",
      "account.email as accountEmail",
      "answerer.name as answeredBy",
    ])
    .execute();
}

// The screen says "10.000+" for a higher count.
const COUNT_MAX = 10_001;

const WAITING = sql`data_request where confirmed_at is not null and answered_at is null`;

export function countDataRequests(db: Db, isAnswered: boolean): Promise<number> {
  const rows = isAnswered ? sql`data_request where answered_at is not null` : WAITING;
  return countOf(db, sql`from ${rows} limit ${COUNT_MAX}`);
}

/** Locks a confirmed request; undefined when it is missing or waits for its confirmation. */
export function lockDataRequest(db: Db, id: string) {
  return db
    .selectFrom("dataRequest")
    .where("id", "=", id)
    .where("confirmedAt", "is not", null)
    .select(["id", "email", "memberId", "answeredAt"])
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The present address of a member, locked until the transaction ends; undefined once the account is erased. */
export async function lockAccountEmail(db: Db, memberId: string): Promise<string | undefined> {
  const member = await db
    .selectFrom("member")
    .innerJoin("profile", "profile.memberId", "member.id")
    .where("member.id", "=", memberId)
    .select("member.email")
    .forNoKeyUpdate(["member"])
    .executeTakeFirst();
  return member?.email;
}

type Answer = { answer: string; answeredBy: string; answeredAt: Date };

export async function recordAnswer(db: Db, id: string, answer: Answer): Promise<void> {
  await db.updateTable("dataRequest").set(answer).where("id", "=", id).where("answeredAt", "is", null).execute();
}

/** Records that staff are mailed about the waiting requests that are due before a moment; returns how many are new. */
export async function recordDueAlarms(db: Db, before: Date, now: Date): Promise<number> {
  const rows = await db
    .updateTable("dataRequest")
    .set({ alarmedAt: now })
    .where("confirmedAt", "is not", null)
    .where("answeredAt", "is", null)
    .where("dueAt", "<", before)
    .where("alarmedAt", "is", null)
    .returning("id")
    .execute();
  return rows.length;
}

export async function findDataRequestWork(db: Db): Promise<WaitingWork> {
  const waitingWork = await sql<WaitingWork>`
    select count(*)::int as count, min(received_at) as oldest_at, null as oldest_id from ${WAITING}`.execute(db);
  return waitingWork.rows[0] ?? { count: 0, oldestAt: null, oldestId: null };
}

export const removeUnconfirmedSql = (before: Date, limit: number) => sql`
  delete from data_request where id in (
    select id from data_request where confirmed_at is null and received_at < ${before}
    order by received_at limit ${limit} for update skip locked
  )`;

export const removeAnsweredSql = (before: Date, limit: number) => sql`
  delete from data_request where id in (
    select id from data_request where answered_at is not null and answered_at < ${before}
    order by answered_at limit ${limit} for update skip locked
  )`;
