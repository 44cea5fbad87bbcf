import {
  accountMailKinds,
  classOf,
  foldedWith,
  type MailPurpose,
  purposeOf,
  type StoredMailKind,
} from "@caramelo/contract/mail/purposes";
import type { MailKind } from "@caramelo/contract/mail/texts";
import { sql } from "kysely";
import { countEvents, type MemberEvents, type Period } from "../../platform/database/count-of.ts";
import type { Db } from "../../platform/database/database.ts";
import { addJob, FIRST, type JobTiming, LAST_IN_LINE } from "../../platform/database/jobs.ts";
import { uuidv7 } from "../../platform/ids.ts";

type Mail = { kind: StoredMailKind; subject: string; text: string; html: string };

const PLACES: Record<MailPurpose, JobTiming> = {
  access: FIRST,
  account: {},
  alarm: {},
  notice: {},
  acknowledgement: { priority: 5 },
  bulk: LAST_IN_LINE,
};

/** Per mailbox and hour, this many mails of one `foldedWith` list are sent separately; later ones become one mail. */
const FOLDED_AFTER = 3;
const HOUR_MS = 3_600_000;
/** The largest number of mails that a turn counts, so that no turn reaches the priority of another purpose. */
const TURNS = 9;
const LISTED_MAX = 30;

/**
 * Stores a mail made by `writeMail`; a job sends it after the caller's commit. A folded mail leaves an hour after the
 * first mail of its group, and replaces the one that waits for that time. Returns the mail's id.
 */
export async function addMail(db: Db, to: string, mail: Mail, createdAt: Date): Promise<string> {
  const { kind, subject, text: bodyText, html: bodyHtml } = mail;
  const isCounted = classOf(purposeOf(kind)) === "account";
  const lately = isCounted ? await listAccountMailsSince(db, to, new Date(createdAt.getTime() - HOUR_MS)) : [];
  const kinds: readonly string[] = foldedWith(kind);
  const others = lately.filter((other) => kinds.includes(other.kind)).slice(0, FOLDED_AFTER);
  const words = { kind, subject, bodyText, bodyHtml };
  const first = others[FOLDED_AFTER - 1];
  if (!first) return storeMail(db, { ...words, recipient: to, createdAt }, { turn: lately.length });
  const waitingMail = others.find((other) => other.createdAt > createdAt);
  if (waitingMail && (await replaceWaitingMail(db, waitingMail.id, words))) return waitingMail.id;
  const leavesAt = new Date(first.createdAt.getTime() + HOUR_MS);
  return storeMail(db, { ...words, recipient: to, createdAt: leavesAt }, { turn: TURNS, leavesAt });
}

type StoredMail = Record<"kind" | "recipient" | "subject" | "bodyText" | "bodyHtml", string> & { createdAt: Date };

async function storeMail(db: Db, mail: StoredMail, place: Place): Promise<string> {
  const id = uuidv7(mail.createdAt);
  await db
    .insertInto("mail")
    .values({ id, ...mail })
    .execute();
  await planSending(db, { id, kind: mail.kind }, place);
  return id;
}

/** Replaces the words of a mail that still waits. Returns whether it still waited. */
async function replaceWaitingMail(db: Db, id: string, words: Omit<StoredMail, "recipient" | "createdAt">) {
  const { numUpdatedRows } = await db
    .updateTable("mail")
    .set(words)
    .where("id", "=", id)
    .where("sentAt", "is", null)
    .where("failedAt", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The latest mails to an address about its account, the newest first; one that is to leave later counts as newer. */
function listAccountMailsSince(db: Db, to: string, since: Date) {
  return db
    .selectFrom("mail")
    .where("recipient", "=", to)
    .where("createdAt", ">", since)
    .where("kind", "in", accountMailKinds)
    .orderBy("createdAt", "desc")
    .limit(LISTED_MAX)
    .select(["id", "kind", "createdAt"])
    .execute();
}

/** `turn`: how many mails about its account the mailbox got within the hour. A mailbox with fewer goes first. */
type Place = { turn?: number; leavesAt?: Date };

export async function planSending(
  db: Db,
  { id, kind }: { id: string; kind: string },
  { turn = 0, leavesAt }: Place = {},
): Promise<void> {
  const purpose = purposeOf(kind);
  const { priority = 0, ...place } = PLACES[purpose];
  const timing = { ...place, priority: priority + Math.min(turn, TURNS) };
  // Each class has its own job, and so its own workers.
  await addJob(db, `send-${classOf(purpose)}-mail`, { id }, leavesAt ? { ...timing, runAt: leavesAt } : timing);
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

/** Whether a mail about the account of an address was written after `since`. */
export async function hasMailSince(db: Db, kind: "sign-in-alert", to: string, since: Date): Promise<boolean> {
  return (await listAccountMailsSince(db, to, since)).some((mail) => mail.kind === kind);
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

/** Returns how many mails are due, since when the oldest has waited, and how many could not be delivered. */
export async function findOutboxHealth(db: Db, now: Date) {
  const { rows } = await sql<{ waiting: number; oldestWaitingAt: Date | null; failed: number }>`
    select
      (select count(*)::int from mail where sent_at is null and failed_at is null and created_at <= ${now}) as waiting,
      (select min(created_at) from mail where sent_at is null and failed_at is null and created_at <= ${now}) as oldest_waiting_at,
      (select count(*)::int from mail where failed_at is not null) as failed`.execute(db);
  return rows[0] ?? { waiting: 0, oldestWaitingAt: null, failed: 0 };
}

/** Members whose present address was sent a mail of a kind in a period. */
export function listMailed(db: Db, kind: MailKind, { from, to }: Period): Promise<MemberEvents[]> {
  return db
    .selectFrom("mail")
    .innerJoin("member", "member.email", "mail.recipient")
    .where("mail.kind", "=", kind)
    .where("mail.createdAt", ">=", from)
    .where("mail.createdAt", "<", to)
    .groupBy("member.id")
    .select(["member.id as memberId", ...countEvents("mail.createdAt")])
    .execute();
}
