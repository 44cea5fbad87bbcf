import { PHOTO_SIZE_NAMES, PHOTO_SIZES, type PhotoSize } from "@caramelo/contract/limits";

/** Returns the name of a new photo: its member, the time of the upload, and 128 random bits that nobody can guess. */
export function photoFileName(memberId: string, now: Date, suffix: string): string {
  return `${memberId}/gallery/${now.getTime()}-${suffix}.webp`;
}

/** How links name a photo: by its member and its random bits. The stored name also has the time. */
export type PhotoName = { memberId: string; name: string };

export function photoNameOf(fileName: string): PhotoName {
  const [memberId = "", , file = ""] = fileName.split("/");
  return { memberId, name: file.replace(/^\d+-/, "").replace(/\.webp$/, "") };
}

/** Where one size of a photo is stored. */
export function photoKey(fileName: string, size: PhotoSize): string {
  return fileName.replace(/\.webp$/, `.${PHOTO_SIZES[size]}.webp`);
}

/** Returns the size with that many pixels, as a link names it. */
export function findPhotoSize(pixels: number): PhotoSize | undefined {
  return PHOTO_SIZE_NAMES.find((size) => PHOTO_SIZES[size] === pixels);
}
