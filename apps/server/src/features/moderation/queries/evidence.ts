import { ABOUT_NAMES } from "@caramelo/contract/texts/about";
import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import { removeKeptPhotosSql } from "../../photos/fragment-queries.ts";
import { listAround, listLatest, type WrittenMessage } from "./messages.ts";

type Pair = { caseId: string; reporterId: string; reportedId: string; now: Date };

/**
 * Copies the last messages between a reporter and the reported member into the case; copies made earlier stay as they
 * are.
 */
export const keepMessages = async (db: Db, pair: Pair, limit: number): Promise<void> =>
  addToCase(db, pair, await listLatest(db, pair, limit), []);

type ReportedMessages = Pair & { ids: string[]; around: number };

/**
 * Copies the messages `ids` that a reporter received from the reported member into the case, with up to `around`
 * messages before and after each. Returns how many of `ids` exist. Messages that the reporter has cleared are copied,
 * too.
 */
export async function keepReportedMessages(db: Db, reportedMessages: ReportedMessages): Promise<number> {
  const messages = await listAround(db, reportedMessages);
  await addToCase(db, reportedMessages, messages, reportedMessages.ids);
  return messages.filter(
    ({ id, senderId }) => senderId === reportedMessages.reportedId && reportedMessages.ids.includes(id),
  ).length;
}

/** Adds copies of messages to a case. Those of `reportedIds` are marked as reported, even if they are there already. */
async function addToCase(
  db: Db,
  { caseId, now }: Pair,
  messages: WrittenMessage[],
  reportedIds: string[],
): Promise<void> {
  // Arrays, because a statement has too few parameters for each value of thousands of messages.
  await sql`
    insert into case_message as known (
      case_id, message_id, sender_id, recipient_id, text, sent_at, kept_at, is_reported
    )
    select ${caseId}::uuid, id, sender_id, recipient_id, text, sent_at, ${now}::timestamptz,
      id = any(${reportedIds}::uuid[])
    from unnest(
      ${messages.map(({ id }) => id)}::uuid[], ${messages.map(({ senderId }) => senderId)}::uuid[],
      ${messages.map(({ recipientId }) => recipientId)}::uuid[], ${messages.map(({ text }) => text)}::text[],
      ${messages.map(({ sentAt }) => sentAt)}::timestamptz[]
    ) written (id, sender_id, recipient_id, text, sent_at)
    on conflict (case_id, message_id) do update set is_reported = true where excluded.is_reported`.execute(db);
}

/** Stores the present words of a profile, unless the case already has them. */
export async function keepProfile(db: Db, caseId: string, memberId: string, now: Date): Promise<void> {
  const texts = sql.join(ABOUT_NAMES.flatMap((name) => [sql.lit(name), sql.ref(name)]));
  await sql`
    insert into case_profile (case_id, facts, kept_at)
    select ${caseId}, jsonb_build_object(
      'name', name, 'bornOn', estimated_birth_on, 'cityId', city_id, ${texts}
    ), ${now}
    from profile where member_id = ${memberId}
    on conflict do nothing`.execute(db);
}

export function listKeptMessages(db: Db, caseId: string, limit: number) {
  return (
    db
      .selectFrom("caseMessage")
      .where("caseId", "=", caseId)
      // The reported messages come first, so that the limit never leaves them out.
      .orderBy("isReported", "desc")
      .orderBy("sentAt", "desc")
      .orderBy("messageId", "desc")
      .limit(limit)
      .select(["messageId as id", "senderId", "recipientId", "text", "sentAt", "isReported"])
      .execute()
  );
}

export async function findKeptProfile(db: Db, caseId: string) {
  const row = await db.selectFrom("caseProfile").where("caseId", "=", caseId).select("facts").executeTakeFirst();
  return row?.facts;
}

/** Removes evidence of closed cases from before a day, up to `limit` of each kind; returns how many pieces. */
export async function removeOldEvidence(db: Db, day: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    with messages as (
      delete from case_message where (case_id, message_id) in (
        select case_id, message_id from case_message join report_case on report_case.id = case_id
        where kept_at < ${day} and status <> 'pending' order by kept_at limit ${limit} for update of case_message skip locked
      ) returning 1
    ), photos as (
      ${removeKeptPhotosSql(sql`
        select case_id, file_name from case_photo join report_case on report_case.id = case_id
        where kept_at < ${day} and status <> 'pending' order by kept_at limit ${limit} for update of case_photo skip locked`)}
      returning 1
    ), profiles as (
      delete from case_profile where case_id in (
        select case_id from case_profile join report_case on report_case.id = case_id
        where kept_at < ${day} and status <> 'pending' order by kept_at limit ${limit} for update of case_profile skip locked
      ) returning 1
    )
    select (
      (select count(*) from messages) + (select count(*) from photos) + (select count(*) from profiles)
    )::int as removed`.execute(db);
  return rows[0]?.removed ?? 0;
}
