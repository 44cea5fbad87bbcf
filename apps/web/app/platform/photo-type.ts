import { PHOTO_TYPES } from "@caramelo/contract/limits";
import { findPhotoType } from "@caramelo/contract/photos/type";

/** The file types that a photo field accepts. Some phones declare a JPEG as "image/jpg". */
export const PICKED_PHOTO_TYPES = [...PHOTO_TYPES, "image/jpg"].join(",");

/**
 * The type of a photo by its first bytes; empty for other files. Browsers derive the declared type from the file name,
 * and some phones declare none, or "image/jpg". The declared type counts if the bytes cannot be read, which is reported
 * when the photo is prepared.
 */
export async function readPhotoType(file: File): Promise<string> {
  try {
    return findPhotoType(new Uint8Array(await file.slice(0, 12).arrayBuffer())) ?? "";
  } catch {
    return file.type;
  }
}
