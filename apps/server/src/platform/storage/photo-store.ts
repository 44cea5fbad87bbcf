import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { PHOTO_SIZE_NAMES } from "@caramelo/contract/limits";
import type { Context } from "../context.ts";
import { fail } from "../http/failure.ts";
import type { PhotoSender, UploadedPhoto } from "../images/photo-processor.ts";
import type { ProcessedPhoto } from "../images/process-photo.ts";
import { photoFileName, photoKey } from "./key-rules.ts";

/** A photo whose bytes are stored, with the columns of its row. */
export type StoredPhoto = Omit<ProcessedPhoto, "sizes"> & { fileName: string };

/**
 * Records which objects are about to be stored. It must have committed when it resolves, so that every stored byte has
 * a row.
 */
type RecordObjects = (fileNames: string[], now: Date) => Promise<void>;

type Upload = {
  memberId: string;
  /** The paths of the spooled files, in their order. */
  files: string[];
  sender: PhotoSender;
  record: RecordObjects;
  /** Whether one of these fingerprints belongs to a photo that must not come back. */
  isBanned: (fingerprints: string[]) => Promise<boolean>;
};

// With a full queue, a photo waits about this long for its turn.
const RETRY_AFTER_SECONDS = 30;

/**
 * Processes and stores uploaded files, all or none. It fails like `processFiles`, and when a file looks like a photo
 * that the staff removed.
 */
export async function receivePhotos(
  context: Pick<Context, "photoProcessor" | "clock" | "storage">,
  { memberId, files, sender, record, isBanned }: Upload,
): Promise<StoredPhoto[]> {
  const processed = await processFiles(context, files, sender);
  if (await isBanned(processed.flatMap(({ fingerprints }) => fingerprints))) fail("PHOTO_BANNED");
  const photos = processed.map(({ fingerprints: _, ...photo }) => photo);
  return storePhotos(context, memberId, photos, record);
}

/**
 * Decodes uploaded files, all or none, in their order. Fails with the refusal of the first bad file, or with
 * SERVICE_BUSY when the sender, or all senders together, have too many uploads here.
 */
export async function processFiles(
  { photoProcessor }: Pick<Context, "photoProcessor">,
  files: string[],
  sender: PhotoSender,
): Promise<UploadedPhoto[]> {
  const result = await photoProcessor.process(
    files.map((file) => () => readFile(file)),
    sender,
  );
  if (result.ok) return result.photos;
  // GONE means that the client has disconnected: the answer is not read, but the failure ends the work.
  if (result.code === "BUSY" || result.code === "GONE")
    fail("SERVICE_BUSY", { retryAfterSeconds: RETRY_AFTER_SECONDS });
  return fail(result.code);
}

/** Stores every size of processed photos under new names. A later sweep removes objects that no photo row refers to. */
export async function storePhotos(
  { clock, storage }: Pick<Context, "clock" | "storage">,
  memberId: string,
  photos: ProcessedPhoto[],
  recordObjects: RecordObjects,
): Promise<StoredPhoto[]> {
  const now = clock.now();
  const namedPhotos = photos.map((photo) => ({
    ...photo,
    fileName: photoFileName(memberId, now, randomBytes(16).toString("hex")),
  }));
  await recordObjects(
    namedPhotos.map((photo) => photo.fileName),
    now,
  );
  for (const { fileName, sizes } of namedPhotos) {
    for (const size of PHOTO_SIZE_NAMES) await storage.put(photoKey(fileName, size), sizes[size]);
  }
  return namedPhotos.map(({ sizes: _, ...photo }) => photo);
}
