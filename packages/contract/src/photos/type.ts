import type { PHOTO_TYPES } from "../limits.ts";

export type PhotoType = (typeof PHOTO_TYPES)[number];

/** The type of a photo by its first twelve bytes, regardless of the file name. */
export function findPhotoType(bytes: Uint8Array): PhotoType | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 12));
  if (start.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  return start.startsWith("RIFF") && start.endsWith("WEBP") ? "image/webp" : undefined;
}
