import { type ErasureList, joinErasures, openErasureFile, openErasureObjects } from "./erasure-list.ts";
import { placeOf } from "./inventory.ts";
import { type Move, openMovingStorage } from "./moving-storage.ts";
import type { S3Settings } from "./s3-bucket.ts";
import { openLocalStorage, type Storage } from "./storage.ts";

/** A retired bucket takes no new files. */
type BucketSettings = S3Settings & { isRetired?: boolean };
export type StoreSettings = { dataDir: string; s3?: BucketSettings | undefined };

/** The stores of one installation. */
export type Stores = { photos: Storage; documents: Storage; exports: Storage; erasureList: ErasureList };

/** The bucket of the settings; undefined for an installation without one, which then loads nothing of its client. */
export async function openBucket({ s3 }: Pick<StoreSettings, "s3">) {
  if (!s3) return undefined;
  const { openS3Bucket } = await import("./s3-bucket.ts");
  return openS3Bucket(s3);
}

/**
 * Opens the stores for new files as the settings say. With a bucket, files that are still in the other place are read
 * from there.
 */
export async function openStores(settings: StoreSettings): Promise<Stores> {
  const { front, back } = await openPlaces(settings);
  if (!back) return front;
  return {
    photos: openMovingStorage({ front: front.photos, back: back.photos }),
    documents: openMovingStorage({ front: front.documents, back: back.documents }),
    exports: openMovingStorage({ front: front.exports, back: back.exports }),
    erasureList: joinErasures(front.erasureList, back.erasureList),
  };
}

/** The stores that may have to be moved, by name; undefined without a bucket. */
export async function openMoves(settings: StoreSettings) {
  const { front, back } = await openPlaces(settings);
  if (!back) return undefined;
  const objects: Record<"photos" | "documents" | "exports", Move> = {
    photos: { front: front.photos, back: back.photos },
    documents: { front: front.documents, back: back.documents },
    exports: { front: front.exports, back: back.exports },
  };
  return { objects, erasures: { front: front.erasureList, back: back.erasureList } };
}

async function openPlaces(settings: StoreSettings): Promise<{ front: Stores; back: Stores | undefined }> {
  const { dataDir, s3 } = settings;
  const folder = {
    photos: openLocalStorage(placeOf(dataDir, "photos")),
    documents: openLocalStorage(placeOf(dataDir, "documents")),
    exports: openLocalStorage(placeOf(dataDir, "exports")),
    erasureList: openErasureFile(dataDir),
  };
  const openedBucket = await openBucket(settings);
  if (!openedBucket) return { front: folder, back: undefined };
  const bucket = {
    photos: openedBucket.openFolder("photos"),
    documents: openedBucket.openFolder("documents"),
    exports: openedBucket.openFolder("exports"),
    erasureList: openErasureObjects(openedBucket.openFolder("erasures")),
  };
  return s3?.isRetired ? { front: folder, back: bucket } : { front: bucket, back: folder };
}
