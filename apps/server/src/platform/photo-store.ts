import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Context } from "./context.ts";
import { fail } from "./http/failure.ts";
import type { ProcessedPhoto } from "./images/images.ts";
import { photoFileName, photoKey } from "./photo-name-rules.ts";

/** A photo whose bytes are in the store, and what its row tells of it. */
export type StoredPhoto = Omit<ProcessedPhoto, "sizes"> & { fileName: string };

/** Makes known which objects are about to be stored; it has committed when it resolves, so no byte is without a row. */
type Announce = (fileNames: string[], now: Date) => Promise<void>;

/**
 * Processes and stores uploaded files, all or none: FILE_INVALID_TYPE, FILE_TOO_LARGE, or RATE_LIMIT_EXCEEDED when too
 * many wait. However many send photos at once, few are held in memory; the others wait on disk.
 */
export function receivePhotos(
  context: Pick<Context, "photoLane" | "photoProcessor" | "clock" | "storage">,
  memberId: string,
  files: string[],
  announce: Announce,
): Promise<StoredPhoto[]> {
  return context.photoLane.run(async () =>
    storePhotos(context, memberId, await processPhotos(context, files), announce),
  );
}

/** One after another, so that five photos take the memory of one. */
async function processPhotos({ photoProcessor }: Pick<Context, "photoProcessor">, files: string[]) {
  const photos: ProcessedPhoto[] = [];
  for (const file of files) {
    const result = await photoProcessor.process(await readFile(file));
    if (!result.ok) fail(result.code === "BUSY" ? "RATE_LIMIT_EXCEEDED" : result.code);
    photos.push(result.photo);
  }
  return photos;
}

/** Stores every size of processed photos under new names. What no photo row refers to in the end is garbage. */
export async function storePhotos(
  { clock, storage }: Pick<Context, "clock" | "storage">,
  memberId: string,
  photos: ProcessedPhoto[],
  announce: Announce,
): Promise<StoredPhoto[]> {
  const now = clock.now();
  const named = photos.map((photo) => ({
    ...photo,
    fileName: photoFileName(memberId, now, randomBytes(16).toString("hex")),
  }));
  await announce(
    named.map((photo) => photo.fileName),
    now,
  );
  for (const { fileName, sizes } of named) {
    for (const [size, bytes] of Object.entries(sizes)) await storage.put(photoKey(fileName, Number(size)), bytes);
  }
  return named.map(({ sizes: _, ...photo }) => photo);
}
