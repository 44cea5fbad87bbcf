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
