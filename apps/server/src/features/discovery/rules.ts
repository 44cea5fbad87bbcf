import type { DiscoveryTab } from "@caramelo/contract/discovery/calls";
import { DISCOVERY_PAGE, SEED_MAX } from "@caramelo/contract/limits";
import { TIERS, TIERS_HIGHLIGHTED, TIERS_UNMANAGED } from "../../base/money/premium-rules.ts";

/** Each tier is listed in two segments, because the shuffle begins at the seed. */
export const SEGMENTS = 2 * TIERS;

/** A segment of the order: the members of one tier whose key lies on one side of the seed. */
export function segmentAt(index: number): { tier: number; isFromSeed: boolean } {
  return { tier: Math.floor(index / 2), isFromSeed: index % 2 === 0 };
}

/** The segment before which a tab ends. Managed profiles, in the last segments, are only in the tab "Todos". */
export function endOf(tab: DiscoveryTab, isHighlightedOnly: boolean): number {
  if (tab === "highlighted" || isHighlightedOnly) return 2 * TIERS_HIGHLIGHTED;
  return tab === "new" ? 2 * TIERS_UNMANAGED : SEGMENTS;
}

/** The position at which a page ended: the last key and id of a segment. */
export type Position = { segment: number; key: number; id: string };

const CURSOR_BYTES = 21;

/** A position as the browser carries it; its text is opaque. */
export function writeCursor({ segment, key, id }: Position): string {
  const bytes = Buffer.alloc(CURSOR_BYTES);
  bytes.writeUInt8(segment, 0);
  bytes.writeUInt32BE(key, 1);
  bytes.write(id.replaceAll("-", ""), 5, "hex");
  return bytes.toString("base64url");
}

/** The position of a cursor that was given with this seed; undefined for any other text. */
export function readCursor(text: string, seed: number): Position | undefined {
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length !== CURSOR_BYTES || bytes.toString("base64url") !== text) return undefined;
  const [segment, key] = [bytes.readUInt8(0), bytes.readUInt32BE(1)];
  if (segment >= SEGMENTS || key > SEED_MAX || segmentAt(segment).isFromSeed !== key >= seed) return undefined;
  const id = bytes.toString("hex", 5).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { segment, key, id };
}

/** The ids that a page shows, and the cursor of the next page, when one position more than a page was looked for. */
export function pageOf(foundPositions: readonly Position[]): { ids: string[]; next: string | null } {
  const positions = foundPositions.slice(0, DISCOVERY_PAGE);
  const last = positions.at(-1);
  const next = foundPositions.length > positions.length && last ? writeCursor(last) : null;
  return { ids: positions.map(({ id }) => id), next };
}

export const CARDS_KEPT = 73_000;
/** Maximum cached ids of members of hidden pairs, favourites and conversation partners, for all viewers together. */
export const VIEWER_IDS_KEPT = 1_000_000;

// A member takes some 250 bytes (214 were measured with a million), and two indexes exist while all members are read
// again.
const MEMBER_BYTES = 500;
const CARD_BYTES = 1_430;
// An id that several viewers share takes this much for each of them, because the driver makes a separate text for each
// value of an answer.
const VIEWER_ID_BYTES = 80;

/** How many bytes of memory discovery takes at most for `members` active members. */
export function bytesOf(members: number): number {
  const cards = Math.min(members, CARDS_KEPT);
  const viewerIds = Math.min(members ** 2, VIEWER_IDS_KEPT);
  return members * MEMBER_BYTES + cards * CARD_BYTES + viewerIds * VIEWER_ID_BYTES;
}
