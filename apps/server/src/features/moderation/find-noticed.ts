import { findStanding } from "../../base/members/standing-queries.ts";
import { lockStreamsAround } from "../../base/pairs/commands.ts";
import type { Db } from "../../platform/database/database.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { findHiddenPhotoByName } from "../photos/hidden-queries.ts";
import { findPhotoByName, keepPhotos, lockGallery } from "../photos/queries.ts";
import { readContentAddress } from "./notice-rules.ts";
import { openCase, raiseSeverity } from "./queries/cases.ts";
import { keepProfile } from "./queries/evidence.ts";
import { findKeptPhotoByName } from "./queries/kept-photos.ts";
import { NOTICE_SEVERITY } from "./rules.ts";

/** The target of a notice on this site: a member, and a photo if its address names one that can be found. */
export type NoticedContent = {
  memberId: string;
  caseId: string;
  isWholeProfile: boolean;
  photo: Awaited<ReturnType<typeof findNamedPhoto>>;
  isAgeAssured: boolean;
  isHidden: boolean;
};

/**
 * Finds what the address of a notice names, and opens a case with evidence. Locks the member's stream and profile.
 * Undefined when the address names no member.
 */
export async function findNoticed(trx: Db, address: string, now: Date): Promise<NoticedContent | undefined> {
  const contentAddress = readContentAddress(address);
  if (!contentAddress) return undefined;
  const { memberId, name } = contentAddress;
  await lockStreamsAround(trx, [memberId]);
  await lockGallery(trx, memberId);
  const standing = await findStanding(trx, memberId);
  if (!standing || standing.role === "admin") return undefined;
  const caseId = await openCase(trx, { id: uuidv7(now), reportedId: memberId, openedAt: now });
  await raiseSeverity(trx, caseId, NOTICE_SEVERITY);
  await keepPhotos(trx, caseId, memberId, now);
  await keepProfile(trx, caseId, memberId, now);
  const photo = name === undefined ? undefined : await findNamedPhoto(trx, { memberId, name });
  const { isAgeAssured, hiddenAt } = standing;
  return { memberId, caseId, isWholeProfile: name === undefined, photo, isAgeAssured, isHidden: hiddenAt !== null };
}

/** The photo that a link names; `state` says whether it is shown, hidden until a review, or removed for good. */
async function findNamedPhoto(trx: Db, namedPhoto: { memberId: string; name: string }) {
  const shownPhoto = await findPhotoByName(trx, namedPhoto);
  if (shownPhoto) return { ...shownPhoto, state: "shown" as const };
  const hiddenPhoto = await findHiddenPhotoByName(trx, namedPhoto);
  if (hiddenPhoto?.isUnderReview) return { ...hiddenPhoto, state: "hidden" as const };
  const keptPhoto = hiddenPhoto ?? (await findKeptPhotoByName(trx, namedPhoto));
  return keptPhoto && { ...keptPhoto, state: "away" as const };
}
