import { PHOTO_MAX_BYTES, PHOTO_MIN_SIDE } from "@caramelo/contract/limits";
import { readPhotoHeader } from "./photo-header.ts";

/**
 * The catalogue errors of a refused photo: over 5 MB; anything but one complete still JPEG, PNG or WebP within the
 * pixel limits; a side that is too short; or a picture that takes a decoder too long.
 */
export type PhotoRefusal = "FILE_TOO_LARGE" | "FILE_INVALID_TYPE" | "PHOTO_TOO_SMALL" | "FILE_TOO_COMPLEX";

// These limits exist because a file of half a megabyte can hold a picture that takes most of a gigabyte of memory.
export const MAX_PIXELS = 40_000_000;
export const MAX_SIDE = 12_000;
/**
 * A phone photo takes about a second on one core, mostly for encoding; a picture of this cost takes about two. Pictures
 * above it are refused. Usual RGB photos of up to 40 megapixels and 8 bits are accepted, and interlaced PNGs of up to
 * 12 megapixels.
 */
const MAX_COST = 260_000_000;

// The most expensive picture that passes takes a core about two seconds.
const COST_A_MS = MAX_COST / 2_000;

/**
 * Checks size, bytes and header before a decoder sees the file. The name and the declared type of an upload do not
 * matter. Returns undefined when the file is worth decoding.
 */
export function findRefusal(bytes: Uint8Array): PhotoRefusal | undefined {
  const verdict = judgeFile(bytes);
  return typeof verdict === "string" ? verdict : undefined;
}

/** Like `findRefusal`, but for a file worth decoding it returns about how long a decoder will take. */
export function judgeFile(bytes: Uint8Array): PhotoRefusal | { expectedMs: number } {
  if (bytes.byteLength > PHOTO_MAX_BYTES) return "FILE_TOO_LARGE";
  const header = readPhotoHeader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (!header) return "FILE_INVALID_TYPE";
  const { width, height, cost } = header;
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  if (shorter === 0 || longer > MAX_SIDE || width * height > MAX_PIXELS) return "FILE_INVALID_TYPE";
  if (shorter < PHOTO_MIN_SIDE) return "PHOTO_TOO_SMALL";
  return cost > MAX_COST ? "FILE_TOO_COMPLEX" : { expectedMs: cost / COST_A_MS };
}
