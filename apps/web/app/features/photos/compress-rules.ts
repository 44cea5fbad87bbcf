import { COMPRESSED_MAX_BYTES, COMPRESSED_MAX_SIDE, PHOTO_MAX_BYTES } from "@caramelo/contract/limits";

/** One way to make a photo smaller: its longest side in pixels, and the quality of the JPEG from 0 to 1. */
export type Squeeze = { side: number; quality: number };

const BEST_QUALITY = 0.88;
/** Below this, faces begin to show blocks: rather fewer pixels. */
const WORST_QUALITY = 0.64;
const QUALITY_STEP = 0.08;
const SIDE_STEP = 0.8;
/** Nothing smaller is worth being sent. */
const SMALLEST_SIDE = 320;

/** What the server would refuse for its size is made smaller first. */
export const needsCompression = ({ size }: { size: number }): boolean => size > PHOTO_MAX_BYTES;

/** The first try for a photo of these pixels: never larger than it is. */
export function findFirstSqueeze(width: number, height: number): Squeeze {
  return { side: Math.min(Math.max(width, height), COMPRESSED_MAX_SIDE), quality: BEST_QUALITY };
}

/** The next try after one that came out with so many bytes; undefined: small enough, or there is no other. */
export function findNextSqueeze({ side, quality }: Squeeze, bytes: number): Squeeze | undefined {
  if (bytes <= COMPRESSED_MAX_BYTES) return undefined;
  const lower = Math.round((quality - QUALITY_STEP) * 100) / 100;
  if (lower >= WORST_QUALITY) return { side, quality: lower };
  const smaller = Math.round(side * SIDE_STEP);
  return smaller < SMALLEST_SIDE ? undefined : { side: smaller, quality: BEST_QUALITY };
}

/** Whole pixels of a photo whose longest side becomes `side`; the shorter one keeps at least one. */
export function scaleTo(width: number, height: number, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
