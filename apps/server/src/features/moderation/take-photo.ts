import type { Db } from "../../platform/database/database.ts";
import { addJob } from "../../platform/database/jobs.ts";
import { bindBannedPhoto } from "../bans/photo-queries.ts";
import { hidePhoto, keepPhotoHidden } from "../photos/hidden-queries.ts";
import { deferPositions } from "../photos/queries.ts";
import { isPhotoTaken } from "./queries/measures.ts";
import { type Deps, takeMeasure } from "./take-measure.ts";

type TakenPhoto = {
  memberId: string;
  photoId: string;
  fileName: string;
  /** Shown to the member. */
  reason: string;
  caseId?: string | undefined;
  actorId: string;
};

/**
 * Removes a photo for good, even one that its member removed since the report, so that it cannot come back. The locks
 * of the member must be held. Returns false, and does nothing, when staff have removed the photo before.
 */
export async function takePhoto(trx: Db, deps: Deps, { fileName, ...measure }: TakenPhoto): Promise<boolean> {
  const { now } = deps;
  const { memberId, photoId } = measure;
  if (await isPhotoTaken(trx, photoId)) return false;
  await deferPositions(trx);
  await hidePhoto(trx, memberId, { id: photoId, isUnderReview: false, now });
  await keepPhotoHidden(trx, photoId, now);
  await takeMeasure(trx, deps, { kind: "photo_hidden", ...measure });
  await bindBannedPhoto(trx, fileName);
  await addJob(trx, "ban-photo", { fileName, memberId });
  return true;
}
