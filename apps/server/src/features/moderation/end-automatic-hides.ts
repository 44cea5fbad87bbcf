import { reviewAnswers, reviewReasons } from "@caramelo/contract/texts/moderation";
import { writeMail } from "../../base/mail/text-rules.ts";
import { findStanding, showProfile } from "../../base/members/standing-queries.ts";
import type { Db } from "../../platform/database/database.ts";
import { removeBannedPhoto } from "../bans/photo-queries.ts";
import { findHiddenPhoto, showPhoto } from "../photos/hidden-queries.ts";
import { deferPositions, lockGallery } from "../photos/queries.ts";
import { type EndingHides, endHides, findUntoldNotice, isHeld } from "./queries/hides.ts";
import { endReview } from "./queries/measures.ts";
import { type Deps, takeMeasure, tellMember } from "./take-measure.ts";

type HidesEnd = { memberId: string; hides: EndingHides; actorId: string };

/**
 * Ends automatic hides and shows the profile or photos again unless something else keeps them hidden. A member who was
 * notified of a hide is notified of its end. Locks the profile first.
 */
export async function endAutomaticHides(trx: Db, deps: Deps, { memberId, hides, actorId }: HidesEnd): Promise<void> {
  await lockGallery(trx, memberId);
  const { photoIds, hadProfile } = await endHides(trx, hides, deps.now);
  const end = (photoId: string | null, isShown: boolean) =>
    endReviewOf(trx, deps, { memberId, photoId, isShown, actorId });
  if (hadProfile && !(await isHeld(trx, { memberId, photoId: null }))) {
    await showProfile(trx, memberId);
    await end(null, !(await findStanding(trx, memberId))?.suspendedAt);
  }
  await deferPositions(trx);
  for (const photoId of photoIds) {
    const photo = await findHiddenPhoto(trx, photoId);
    if (await isHeld(trx, { memberId, photoId })) {
      if (photo?.isUnderReview) await tellOfHold(trx, deps, { memberId, photoId });
      continue;
    }
    await end(photoId, photo?.isUnderReview === true);
    if (!photo?.isUnderReview) continue;
    await showPhoto(trx, memberId, photoId);
    await removeBannedPhoto(trx, photo.fileName);
  }
}

/**
 * Members are not notified of what reports hid. When only a notice still hides the photo, its member is notified, so
 * that they may answer.
 */
async function tellOfHold(trx: Db, deps: Deps, { memberId, photoId }: { memberId: string; photoId: string }) {
  const noticeId = await findUntoldNotice(trx, memberId, photoId);
  if (noticeId === undefined) return;
  const reason = reviewReasons.photo;
  await takeMeasure(trx, deps, { memberId, kind: "under_review", reason, noticeId, actorId: null });
}

type ReviewedHide = { memberId: string; photoId: string | null; isShown: boolean; actorId: string };

/**
 * Ends the review of one hidden photo or profile, and mails the member when it is shown again. When it stays hidden,
 * the measure that hides it informs them.
 */
async function endReviewOf(trx: Db, { site, now }: Deps, { actorId, ...reviewed }: ReviewedHide): Promise<void> {
  const { memberId, isShown } = reviewed;
  const answer = isShown ? reviewAnswers.shown : reviewAnswers.taken;
  const hadReview = await endReview(trx, { ...reviewed, answer, decidedBy: actorId }, now);
  if (!hadReview || !isShown) return;
  await tellMember(trx, memberId, { mail: writeMail("review-ended", { url: `${site.origin}/login` }), actorId }, now);
}
