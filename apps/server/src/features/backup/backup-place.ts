import { createReadStream, existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { ERASURES_COPY } from "../../platform/storage/erasure-list.ts";
import { placeOf } from "../../platform/storage/inventory.ts";
import type { S3Settings } from "../../platform/storage/s3-bucket.ts";
import { openLocalStorage, type Storage } from "../../platform/storage/storage.ts";

export type BackupPlaceSettings = { dataDir: string; backupS3?: S3Settings | undefined };

/** A place for backups. `pathOf` returns the location of one of them, for people. */
export type BackupPlace = { storage: Storage; pathOf: (name: string) => string };

/** Values of options that begin with this mean the bucket of backups. */
const BUCKET = "bucket:";
// A store may take long to put the parts of a large backup together.
const SILENT_MS = 120_000;
// An object has at most 10,000 parts, which are 625 GiB of this size.
const PART_BYTES = 67_108_864;

/**
 * Opens the folder that an operator names, or with "bucket:" the bucket of the settings; without a name the bucket, if
 * there is one, or else the folder of backups in the data folder.
 */
export async function openBackupPlace(settings: BackupPlaceSettings, place?: string): Promise<BackupPlace> {
  const isBucket = place === BUCKET || (place === undefined && settings.backupS3 !== undefined);
  if (!isBucket) return folderAt(resolve(place ?? placeOf(settings.dataDir, "backups")));
  const { storage, bucket } = await openBackupBucket(settings);
  return { storage, pathOf: (name) => `${BUCKET}${name} in ${bucket}` };
}

const folderAt = (folder: string): BackupPlace => ({
  storage: openLocalStorage(folder),
  pathOf: (name) => join(folder, name),
});

async function openBackupBucket({ backupS3 }: Pick<BackupPlaceSettings, "backupS3">) {
  if (!backupS3) throw new Error("There is no bucket for backups: set BACKUP_S3_BUCKET first.");
  const { openS3Bucket } = await import("../../platform/storage/s3-bucket.ts");
  const openedBucket = openS3Bucket(backupS3, { silentMs: SILENT_MS, partBytes: PART_BYTES, hasChecksums: true });
  return { storage: openedBucket.openFolder("backups"), bucket: backupS3.bucket };
}

/** A backup to restore, and the copy of the erasure list next to it, which may be missing. */
export type BackupSource = {
  open: () => Promise<AsyncIterable<Uint8Array>>;
  readErasures: () => Promise<Uint8Array | undefined>;
};

/** The backup in a file, or with "bucket:" before its name the one in the bucket of the settings. */
export async function openBackupSource(
  settings: Pick<BackupPlaceSettings, "backupS3">,
  from: string,
): Promise<BackupSource> {
  if (!from.startsWith(BUCKET)) return sourceOf(resolve(from));
  const { storage, bucket } = await openBackupBucket(settings);
  const name = from.slice(BUCKET.length);
  return {
    open: async () => {
      const archive = await storage.getStream(name);
      if (!archive) throw new Error(`There is no backup ${name} in ${bucket}.`);
      return archive;
    },
    readErasures: async () => (await storage.get(ERASURES_COPY))?.bytes,
  };
}

const sourceOf = (file: string): BackupSource => ({
  open: async () => createReadStream(file, { highWaterMark: 262_144 }),
  readErasures: () => readErasuresBeside(file),
});

/** The copy of the erasure list next to a file; undefined without one. */
export async function readErasuresBeside(file: string): Promise<Uint8Array | undefined> {
  const copy = join(dirname(file), ERASURES_COPY);
  return existsSync(copy) ? readFile(copy) : undefined;
}
