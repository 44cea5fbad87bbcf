export const CARDS_KEPT = 73_000;
/** Of members whom viewers may not see, like or talk with, the ids that are kept for all viewers together. */
export const VIEWER_IDS_KEPT = 1_000_000;

// Of a million members it takes 250, and while all are read anew there are two.
const MEMBER_BYTES = 500;
const CARD_BYTES = 1_430;
// Ids that are kept twice or more are one text only as long as they came with one answer.
const VIEWER_ID_BYTES = 80;

/** The bytes of memory that discovery takes at most for so many active members. */
export function bytesOf(members: number): number {
  const cards = Math.min(members, CARDS_KEPT);
  const viewerIds = Math.min(members ** 2, VIEWER_IDS_KEPT);
  return members * MEMBER_BYTES + cards * CARD_BYTES + viewerIds * VIEWER_ID_BYTES;
}
