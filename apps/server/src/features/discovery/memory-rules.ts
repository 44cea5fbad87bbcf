export const CARDS_KEPT = 73_000;
/** How many ids of members of hidden pairs, favourites and conversation partners are kept for all viewers together. */
export const VIEWER_IDS_KEPT = 1_000_000;

// A member takes some 250 bytes (214 were measured with a million), and while all are read anew there are two indexes.
const MEMBER_BYTES = 500;
const CARD_BYTES = 1_430;
// An id that several viewers have takes this much for each of them, because the driver makes a text of its own for each
// value of an answer.
const VIEWER_ID_BYTES = 80;

/** How many bytes of memory discovery takes at most for `members` active members. */
export function bytesOf(members: number): number {
  const cards = Math.min(members, CARDS_KEPT);
  const viewerIds = Math.min(members ** 2, VIEWER_IDS_KEPT);
  return members * MEMBER_BYTES + cards * CARD_BYTES + viewerIds * VIEWER_ID_BYTES;
}
