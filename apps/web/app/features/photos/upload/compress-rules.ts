import {
  COMPRESSED_MAX_BYTES,
  COMPRESSED_MAX_SIDE,
  PHOTO_MAX_BYTES,
  PHOTO_MAX_PIXELS,
  PHOTO_MAX_SIDE,
} from "@caramelo/contract/limits";

/** Compression parameters: the longest side in pixels, and the JPEG quality from 0 to 1. */
export type Attempt = { side: number; quality: number };

type Sides = { width: number; height: number };

const BEST_QUALITY = 0.88;
/** Below this quality faces show block artefacts, so the photo gets fewer pixels instead. */
const WORST_QUALITY = 0.64;
const QUALITY_STEP = 0.08;
const SIDE_STEP = 0.8;
/** The longest side of a photo is not reduced below this. */
const SMALLEST_SIDE = 320;

/** Whether the server would refuse the file for its size in bytes or pixels. */
export function needsCompression({ size }: { size: number }, { width, height }: Sides): boolean {
  return size > PHOTO_MAX_BYTES || width * height > PHOTO_MAX_PIXELS || Math.max(width, height) > PHOTO_MAX_SIDE;
}

/** The first attempt for a photo of this size. Never enlarges it. */
export function findFirstAttempt(width: number, height: number): Attempt {
  return { side: Math.min(Math.max(width, height), COMPRESSED_MAX_SIDE), quality: BEST_QUALITY };
}

/** The next attempt after one with `bytes` bytes; undefined when the file was small enough or no attempt is left. */
export function findNextAttempt({ side, quality }: Attempt, bytes: number): Attempt | undefined {
  if (bytes <= COMPRESSED_MAX_BYTES) return undefined;
  const lower = Math.round((quality - QUALITY_STEP) * 100) / 100;
  if (lower >= WORST_QUALITY) return { side, quality: lower };
  const smaller = Math.round(side * SIDE_STEP);
  return smaller < SMALLEST_SIDE ? undefined : { side: smaller, quality: BEST_QUALITY };
}

/**
 * The size, in whole pixels, of a photo whose longest side becomes `side`. The shorter side keeps at least one pixel.
 */
export function scaleTo(width: number, height: number, side: number): Sides {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
