import { type MasterKeyPlace, openSealer } from "../secrets/sealer.ts";
import type { StoreSettings } from "../storage/stores.ts";

/**
 * A number that processes share whose master key is the same, and whose files lie in the same bucket or in none. Data
 * folders are distinguished by the keys in them; the settings refuse several processes with a key of their own and no bucket.
 */
export async function readProcessMark(settings: MasterKeyPlace & StoreSettings): Promise<number> {
  const { s3 } = settings;
  const files = s3 ? JSON.stringify([s3.endpoint, s3.bucket, s3.prefix, s3.isRetired === true]) : "";
  return (await openSealer(settings)).hash(files, "process claim").readInt32BE();
}
