import {
  LARGEST_PHOTO_SIZE,
  PHOTO_MAX_BYTES,
  PHOTO_MAX_PIXELS,
  PHOTO_MAX_SIDE,
  PHOTO_MIN_SIDE,
  PHOTO_SIZES,
} from "@caramelo/contract/limits";
import { type PhotoHeader, readPhotoHeader } from "@caramelo/contract/photos/header";

/**
 * The catalogue errors of a refused photo: over 5 MB; anything but one still JPEG, PNG or WebP; a picture whose end is
 * missing; too many pixels; a side that is too short once the photo is stored; or a picture that takes a decoder too
 * long.
 */
export type PhotoRefusal =
  | "FILE_TOO_LARGE"
  | "FILE_INVALID_TYPE"
  | "FILE_INCOMPLETE"
  | "PHOTO_TOO_LARGE"
  | "PHOTO_TOO_SMALL"
  | "FILE_TOO_COMPLEX";

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
 * matter. Returns the header of a file that is worth decoding.
 */
export function examinePhotoFile(bytes: Uint8Array): PhotoRefusal | PhotoHeader {
  if (bytes.byteLength > PHOTO_MAX_BYTES) return "FILE_TOO_LARGE";
  const header = readPhotoHeader(bytes);
  if (header === "cut") return "FILE_INCOMPLETE";
  return header ? (findSizeRefusal(header) ?? header) : "FILE_INVALID_TYPE";
}

/** Like `examinePhotoFile`, but for a file worth decoding it returns about how long a decoder will take. */
export function judgeFile(bytes: Uint8Array): PhotoRefusal | { expectedMs: number } {
  const header = examinePhotoFile(bytes);
  return typeof header === "string" ? header : { expectedMs: header.cost / COST_A_MS };
}

function findSizeRefusal({ width, height, cost }: PhotoHeader): PhotoRefusal | undefined {
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  if (shorter === 0) return "FILE_INVALID_TYPE";
  if (longer > PHOTO_MAX_SIDE || width * height > PHOTO_MAX_PIXELS) return "PHOTO_TOO_LARGE";
  const storedSide = Math.round(shorter * Math.min(1, PHOTO_SIZES[LARGEST_PHOTO_SIZE] / longer));
  if (storedSide < PHOTO_MIN_SIDE) return "PHOTO_TOO_SMALL";
  return cost > MAX_COST ? "FILE_TOO_COMPLEX" : undefined;
}
