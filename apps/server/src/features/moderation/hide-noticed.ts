import { type NoticeKind, reviewReasons } from "@caramelo/contract/texts/moderation";
import { addAuditEntry } from "../../base/audit/queries.ts";
import { findStanding, hideProfile } from "../../base/members/standing-queries.ts";
import type { Db } from "../../platform/database/database.ts";
import { addJob } from "../../platform/database/jobs.ts";
import { hidePhoto } from "../photos/hidden-queries.ts";
import { deferPositions } from "../photos/queries.ts";
import type { NoticedContent } from "./find-noticed.ts";
import { addAutomaticHides } from "./queries/hides.ts";
import { hasHiddenEnough, listSeconds, lockSenders, type Sender } from "./queries/notice-senders.ts";
import { markBraked, markHidden } from "./queries/notices.ts";
import { listReporterRecords } from "./queries/reports.ts";
import { isFresh, isSerialFalse } from "./report-rules.ts";
import { judgeNotice, type NoticeSender, type NoticeTarget } from "./rules.ts";
import { type Deps, takeMeasure } from "./take-measure.ts";

type Notice = { id: string; kind: NoticeKind; sender: Sender; noticed: NoticedContent };
type HideContext = Deps & {
  /** Takes one hide from the site's hourly limit; false when none is left. */
  mayHide(): Promise<boolean>;
};

/**
 * Hides what a stored notice names before staff have looked, if its sender is known well enough and has not hidden
 * enough already, and tells the member. The locks of `findNoticed` must be held. Returns `braked` when only the hourly
 * limit stopped the hide.
 */
export async function hideNoticed(
  trx: Db,
  { site, now, mayHide }: HideContext,
  notice: Notice,
): Promise<"hidden" | "braked" | "nothing"> {
  const { id, noticed } = notice;
  const ids = await findHiders(trx, notice, now);
  if (!ids) return "nothing";
  const isInSight = noticed.isWholeProfile ? !noticed.isHidden : noticed.photo?.state === "shown";
  if (isInSight && !(await mayHide())) {
    await markBraked(trx, id, now);
    return "braked";
  }
  const { memberId, caseId, photo } = noticed;
  const hide = { memberId, caseId, reporterId: null, photoId: photo?.id ?? null, hiddenAt: now };
  // A hide has the id of its notice, by which it is found again.
  await addAutomaticHides(
    trx,
    ids.map((id) => ({ ...hide, id: id })),
  );
  await markHidden(trx, ids);
  if (isInSight) await takeOutOfSight(trx, { site, now }, notice);
  const entry = { at: now, actorId: null, action: "notice.hidden", subjectId: memberId };
  for (const noticeId of ids) await addAuditEntry(trx, { ...entry, details: { notice: noticeId } });
  return "hidden";
}

/**
 * The ids of the notices that hide together: this one, and a second one where two are needed. Undefined for no hide.
 */
async function findHiders(trx: Db, { id, kind, sender, noticed }: Notice, now: Date): Promise<string[] | undefined> {
  const target = targetOf(noticed);
  if (!target) return undefined;
  const { memberId, photo, isAgeAssured } = noticed;
  const verdict = judgeNotice(kind, target, { sender: await standingOf(trx, sender, now), isAgeAssured });
  if (verdict === "waits") return undefined;
  const noticedContent = { memberId, photoId: photo?.id ?? null };
  const seconds = verdict === "needs a second" ? await listSeconds(trx, noticedContent, sender) : [];
  await lockSenders(trx, [sender, ...seconds]);
  if (await hasHiddenEnough(trx, sender, noticedContent)) return undefined;
  if (verdict === "hides") return [id];
  for (const second of seconds) if (!(await hasHiddenEnough(trx, second, noticedContent))) return [id, second.id];
  return undefined;
}

/** Undefined for a photo that is gone: there is nothing to hide, and the member's profile was not named. */
function targetOf({ isWholeProfile, photo }: NoticedContent): NoticeTarget | undefined {
  if (isWholeProfile) return "profile";
  if (!photo || photo.state === "away") return undefined;
  return photo.state === "shown" ? "photo in sight" : "hidden photo";
}

/** A member of less than a day, or whose reports staff have dismissed again and again, counts as an unknown sender. */
async function standingOf(trx: Db, { memberId, isConfirmed }: Sender, now: Date): Promise<NoticeSender> {
  if (isConfirmed) return "confirmed";
  const member = memberId === null ? undefined : await findStanding(trx, memberId);
  if (memberId === null || !member || isFresh(member.createdAt, now)) return "unknown";
  return isSerialFalse((await listReporterRecords(trx, [memberId])).get(memberId)) ? "unknown" : "member";
}

async function takeOutOfSight(trx: Db, deps: Deps, { id, noticed: { memberId, photo } }: Notice): Promise<void> {
  const { now } = deps;
  if (photo) {
    await deferPositions(trx);
    await hidePhoto(trx, memberId, { id: photo.id, isUnderReview: true, now });
    // The job keeps the member from adding the photo again while it is hidden.
    await addJob(trx, "ban-photo", { fileName: photo.fileName, memberId });
  } else await hideProfile(trx, memberId, now);
  const reason = photo ? reviewReasons.photo : reviewReasons.profile;
  await takeMeasure(trx, deps, { memberId, kind: "under_review", reason, noticeId: id, actorId: null });
}
