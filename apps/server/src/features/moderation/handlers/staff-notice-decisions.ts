import { fieldTexts } from "@caramelo/contract/call/errors";
import { contract } from "@caramelo/contract/contract";
import { noticeReasons } from "@caramelo/contract/texts/moderation";
import { addAuditEntry } from "../../../base/audit/queries.ts";
import { addMail } from "../../../base/mail/queries.ts";
import { lockMember } from "../../../base/members/member-queries.ts";
import { lockStreamsAround } from "../../../base/pairs/commands.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/database.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { publishBell } from "../../notifications/commands.ts";
import { lockGallery } from "../../photos/queries.ts";
import { endAutomaticHides } from "../end-automatic-hides.ts";
import { judgeNoticeMeasure, noticeDecidedMail } from "../notice-rules.ts";
import { closeCase, findOpenCase, hasReports } from "../queries/cases.ts";
import { countNoticesOf, decideOpenNotice, findNotice, lockNotice } from "../queries/notices.ts";
import { suspensionEnd } from "../rules.ts";
import { suspendMember } from "../suspension-commands.ts";
import type { Deps } from "../take-measure.ts";
import { takePhoto } from "../take-photo.ts";

export const decideNotice = handle(
  contract.moderation.decideNotice,
  async ({ params, body, me, publishChange, live, db, clock, site, siteSettings }) => {
    const now = clock.now();
    const deps = { site, siteSettings, now };
    const { isAccepted, answer } = body;
    const { memberId } = (await findNotice(db, params.id)) ?? fail("NOT_FOUND");
    const isTakenOut = await db.transaction().execute(async (trx) => {
      if (memberId) await lockAll(trx, memberId);
      const notice = await lockNotice(trx, params.id);
      if (notice?.status !== "pending") fail("NOT_FOUND");
      const measure = isAccepted ? judgeNoticeMeasure(notice, body.measure) : "none";
      if (!measure) fail("VALIDATION_ERROR", { fields: { measure: fieldTexts.invalid } });
      const status = isAccepted ? "accepted" : "refused";
      await decideOpenNotice(trx, notice.id, { status, answer, decidedBy: me.id, decidedAt: now });
      const { reason = noticeReasons[notice.kind], days } = body;
      const isSuspended = await take(trx, deps, { notice, measure, reason, days, actorId: me.id });
      // If reports or other notices hide the same photo or profile, it stays hidden until those are decided.
      const hides = { noticeId: notice.id };
      if (memberId) await endAutomaticHides(trx, deps, { memberId, hides, actorId: me.id });
      if (memberId) await closeCaseOfNotices(trx, { memberId, isAccepted, actorId: me.id }, now);
      const mail = noticeDecidedMail(notice.id, { isAccepted, answer });
      await addMail(trx, notice.senderEmail, mail, now);
      const details = { notice: notice.id, answer };
      await addAuditEntry(trx, { at: now, actorId: me.id, action: `notice.${status}`, subjectId: memberId, details });
      return isSuspended;
    });
    if (!memberId) return {};
    if (isTakenOut) live.endMember(memberId);
    publishChange([memberId]);
    await publishBell({ db, live }, memberId);
    return {};
  },
);

async function lockAll(trx: Db, memberId: string): Promise<void> {
  await lockStreamsAround(trx, [memberId]);
  await lockMember(trx, memberId);
  await lockGallery(trx, memberId);
}

type NoticeMeasureRequest = {
  notice: NonNullable<Awaited<ReturnType<typeof lockNotice>>>;
  measure: NonNullable<ReturnType<typeof judgeNoticeMeasure>>;
  reason: string;
  days: number | undefined;
  actorId: string;
};

/** Takes the measure of a notice unless it was taken before. Returns whether the member was suspended. */
async function take(
  trx: Db,
  deps: Deps & Pick<Context, "siteSettings">,
  { notice, measure, reason, days, actorId }: NoticeMeasureRequest,
): Promise<boolean> {
  const { memberId, photoId, fileName } = notice;
  if (memberId === null || measure === "none") return false;
  const measureFields = { memberId, reason, actorId, caseId: await findOpenCase(trx, memberId) };
  if (measure === "suspension") {
    const until = suspensionEnd(days, deps.now);
    const verdict = await suspendMember(trx, deps, { ...measureFields, kind: "suspension", until });
    if (verdict === "missing") fail("ACCOUNT_ERASED");
    return verdict === "done";
  }
  if (photoId !== null && fileName !== null) await takePhoto(trx, deps, { ...measureFields, photoId, fileName });
  return false;
}

type NoticeClosing = { memberId: string; isAccepted: boolean; actorId: string };

/** Closes a case that has only notices and no reports, when its last notice is decided. */
async function closeCaseOfNotices(trx: Db, { memberId, isAccepted, actorId }: NoticeClosing, now: Date): Promise<void> {
  const caseId = await findOpenCase(trx, memberId);
  if (caseId === undefined || (await hasReports(trx, caseId))) return;
  if ((await countNoticesOf(trx, [memberId])).has(memberId)) return;
  const status = isAccepted ? "reviewed" : "dismissed";
  await closeCase(trx, caseId, { status, reviewedBy: actorId, reviewedAt: now });
}
