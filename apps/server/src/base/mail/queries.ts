import {
  classOf,
  type MailClass,
  type MailPurpose,
  purposeOf,
  type StoredMailKind,
} from "@caramelo/contract/mail/purposes";
import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { addJob, FIRST, type JobTiming, LAST_IN_LINE } from "../../platform/database/jobs.ts";
import { uuidv7 } from "../../platform/ids.ts";

type Mail = { kind: StoredMailKind; subject: string; text: string; html: string };

/** The job that sends a mail. Each class has its own job, so that it can have its own workers. */
const TASKS: Record<MailClass, string> = {
  account: "send-account-mail",
  alarm: "send-alarm-mail",
  notice: "send-notice-mail",
};
const PLACES: Record<MailPurpose, JobTiming> = {
  account: FIRST,
  alarm: {},
  notice: {},
  acknowledgement: { priority: 5 },
  bulk: LAST_IN_LINE,
};

/** Stores a mail that `writeMail` made; a job sends it after the caller's commit. Returns its id. */
export async function addMail(db: Db, to: string, mail: Mail, createdAt: Date): Promise<string> {
  const { kind, subject, text, html } = mail;
  const id = uuidv7(createdAt);
  await db
    .insertInto("mail")
    .values({ id, kind, recipient: to, subject, bodyText: text, bodyHtml: html, createdAt })
    .execute();
  await planSending(db, { id, kind });
  return id;
}

export async function planSending(db: Db, { id, kind }: { id: string; kind: string }): Promise<void> {
  const purpose = purposeOf(kind);
  await addJob(db, TASKS[classOf(purpose)], { id }, PLACES[purpose]);
}

const selectWaiting = (db: Db, id: string) =>
  db.selectFrom("mail").where("id", "=", id).where("sentAt", "is", null).where("failedAt", "is", null);

/** Returns a mail that waits to be sent; undefined when it was sent, has failed or was removed. */
export function findWaitingMail(db: Db, id: string) {
  return selectWaiting(db, id).select(["id", "kind"]).executeTakeFirst();
}

/**
 * Returns when the latest mail of a kind was written, if that was after `since`. The SQL text contains the kind, so
 * that its partial index is used.
 */
export async function findLatestMail(db: Db, kind: StoredMailKind, since: Date): Promise<Date | undefined> {
  const latest = await db
    .selectFrom("mail")
    .where("kind", "=", sql.lit(kind))
    .where("createdAt", ">", since)
    .orderBy("createdAt", "desc")
    .limit(1)
    .select("createdAt")
    .executeTakeFirst();
  return latest?.createdAt;
}

/** Whether a mail of a kind was written to an address after `since`. Each such kind has its partial index. */
export async function hasMailSince(db: Db, kind: "sign-in-alert", to: string, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom("mail")
    .where("kind", "=", sql.lit(kind))
    .where("recipient", "=", to)
    .where("createdAt", ">", since)
    .limit(1)
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Locks a mail that waits to be sent. Returns undefined when it was sent or failed, or when another process is sending
 * it.
 */
export function lockWaitingMail(db: Db, id: string) {
  return selectWaiting(db, id)
    .select(["kind", "recipient", "subject", "bodyText", "bodyHtml"])
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/**
 * Records that a mail was sent or has failed for good, and removes its text, because that may contain a link that
 * opens an account.
 */
export async function endMail(db: Db, id: string, end: { sentAt: Date } | { failedAt: Date }): Promise<void> {
  await db
    .updateTable("mail")
    .set({ ...end, bodyText: null, bodyHtml: null })
    .where("id", "=", id)
    .execute();
}

export const removeOldMailsSql = (day: Date, limit: number) => sql`
  delete from mail where id in (
    select id from mail where created_at < ${day} order by created_at limit ${limit} for update skip locked
  )`;

/** Returns how many mails wait to be sent, since when the oldest has waited, and how many could not be delivered. */
export async function findOutboxHealth(db: Db) {
  const { rows } = await sql<{ waiting: number; oldestWaitingAt: Date | null; failed: number }>`
    select
      (select count(*)::int from mail where sent_at is null and failed_at is null) as waiting,
      (select min(created_at) from mail where sent_at is null and failed_at is null) as oldest_waiting_at,
      (select count(*)::int from mail where failed_at is not null) as failed`.execute(db);
  return rows[0] ?? { waiting: 0, oldestWaitingAt: null, failed: 0 };
}
