import { type ErasureList, openErasureFile, openErasureObjects } from "./erasure-list.ts";
import { placeOf } from "./place-of.ts";
import type { S3Settings } from "./s3-storage.ts";
import { openLocalStorage, type Storage } from "./storage.ts";

export type StoreSettings = { dataDir: string; s3?: S3Settings | undefined };

/** The stores of one installation, in its data folder or in its bucket. */
export type Stores = { photos: Storage; documents: Storage; exports: Storage; erasureList: ErasureList };

/** The bucket of the settings; undefined for an installation without one, which then loads nothing of its client. */
export async function openBucket({ s3 }: Pick<StoreSettings, "s3">) {
  if (!s3) return undefined;
  const { openS3Bucket } = await import("./s3-storage.ts");
  return openS3Bucket(s3);
}

export async function openStores(settings: StoreSettings): Promise<Stores> {
  const { dataDir } = settings;
  const bucket = await openBucket(settings);
  if (!bucket) {
    return {
      photos: openLocalStorage(placeOf(dataDir, "photos")),
      documents: openLocalStorage(placeOf(dataDir, "documents")),
      exports: openLocalStorage(placeOf(dataDir, "exports")),
      erasureList: openErasureFile(dataDir),
    };
  }
  return {
    photos: bucket.openFolder("photos"),
    documents: bucket.openFolder("documents"),
    exports: bucket.openFolder("exports"),
    erasureList: openErasureObjects(bucket.openFolder("erasures"), dataDir),
  };
}
