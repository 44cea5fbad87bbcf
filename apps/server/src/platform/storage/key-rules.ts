import { PHOTO_SIZE_NAMES, PHOTO_SIZES, type PhotoSize } from "@caramelo/contract/limits";

// Keys have only characters that no file system and no URL interprets. A segment neither begins with a dot (hidden
// files, "..") nor ends with one (Windows drops it).
const SEGMENT = /^[A-Za-z0-9_-]([A-Za-z0-9._-]*[A-Za-z0-9_-])?$/;
const MAX_SEGMENT = 120;
const MAX_KEY = 400;

/** The folders of one site in a bucket, below its prefix. */
export const BUCKET_FOLDERS: readonly string[] = ["photos", "documents", "exports", "erasures"];

export const isSegment = (text: string): boolean => text.length <= MAX_SEGMENT && SEGMENT.test(text);

export const isKey = (text: string): boolean => text.length <= MAX_KEY && text.split("/").every(isSegment);

export function assertKey(key: string): void {
  if (!isKey(key)) throw new Error("Malformed storage key");
}

/** The folder of a prefix with its slash at the end: "m1/gallery/" of "m1/gallery/17"; "" of "m1". */
export function folderOf(prefix: string): string {
  const folder = prefix.slice(0, prefix.lastIndexOf("/") + 1);
  if (folder) assertKey(folder.slice(0, -1));
  return folder;
}

/** Returns the name of a new photo: its member, the time of the upload, and 128 random bits that cannot be guessed. */
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
