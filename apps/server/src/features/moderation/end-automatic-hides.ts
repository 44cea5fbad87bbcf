import type { Db } from "../../platform/database/database.ts";
import { deferPositions, findHiddenPhoto, lockGallery, showPhoto } from "../photos/queries.ts";
import { showProfile } from "../profiles/queries.ts";
import { endHidesOfCase, isPhotoHeld, isProfileHeld } from "./queries/hides.ts";

type Ending = { caseId: string; memberId: string; onlyOfNotices?: boolean; now: Date };

/**
 * Shows again what the reports of a case hid by themselves, unless something else keeps it away. The profile of the
 * reported member is locked by it, before any case.
 */
export async function endAutomaticHides(
  trx: Db,
  { caseId, memberId, onlyOfNotices = false, now }: Ending,
): Promise<void> {
  await lockGallery(trx, memberId);
  const { photoIds, hadProfile } = await endHidesOfCase(trx, caseId, { onlyOfNotices, now });
  if (hadProfile && !(await isProfileHeld(trx, memberId))) await showProfile(trx, memberId);
  await deferPositions(trx);
  for (const photoId of photoIds) {
    const photo = await findHiddenPhoto(trx, photoId);
    if (photo?.isUnderReview && !(await isPhotoHeld(trx, memberId, photoId))) await showPhoto(trx, memberId, photoId);
  }
}
