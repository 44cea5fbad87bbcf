import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";

type Page = { isDecided: boolean; offset: number; limit: number };

/**
 * Notices with the members that they name: either the decided ones, or the waiting ones, first the grave ones that are
 * still visible, known senders before unknown ones, and then by deadline.
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
        // The expression must match the one of the queue's index, so that the planner uses the index.
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

/**
 * The latest answer that each notice's member wrote while the named photo or profile was hidden, even if another notice
 * caused the hide.
 */
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
