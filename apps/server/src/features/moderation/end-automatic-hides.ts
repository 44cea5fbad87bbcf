import type { Db } from "../../platform/database/database.ts";
import { deferPositions, findHiddenPhoto, lockGallery, showPhoto } from "../photos/queries.ts";
import { showProfile } from "../profiles/standing-queries.ts";
import { removeBannedPhoto } from "./queries/bans.ts";
import { type EndingHides, endHides, isPhotoHeld, isProfileHeld } from "./queries/hides.ts";

/**
 * Shows again what was hidden by itself, unless something else keeps it away. The profile of the member is locked by it,
 * before any case.
 */
export async function endAutomaticHides(trx: Db, memberId: string, ending: EndingHides, now: Date): Promise<void> {
  await lockGallery(trx, memberId);
  const { photoIds, hadProfile } = await endHides(trx, ending, now);
  if (hadProfile && !(await isProfileHeld(trx, memberId))) await showProfile(trx, memberId);
  await deferPositions(trx);
  for (const photoId of photoIds) {
    const photo = await findHiddenPhoto(trx, photoId);
    if (!photo?.isUnderReview || (await isPhotoHeld(trx, memberId, photoId))) continue;
    await showPhoto(trx, memberId, photoId);
    await removeBannedPhoto(trx, photo.fileName);
  }
}
