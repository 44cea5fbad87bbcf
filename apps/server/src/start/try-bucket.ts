import { StoreOutage } from "../platform/storage/storage.ts";
import { openBucket, type StoreSettings } from "../platform/storage/stores.ts";

type Say = (line: string) => void;

/**
 * Tries the bucket of the settings, if there is one. A store that does not answer does not prevent a start, because
 * messages need none.
 * @throws when the store refuses what the settings say
 */
export async function tryBucket(settings: Pick<StoreSettings, "s3">, say: Say): Promise<void> {
  const bucket = await openBucket(settings);
  if (!bucket) return;
  try {
    const { keepsVersions } = await bucket.tryOut();
    if (keepsVersions) say(VERSIONS);
  } catch (error) {
    if (error instanceof StoreOutage) return say(NO_STORE);
    throw new Error(
      `The bucket of S3_BUCKET cannot be used. ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

const NO_STORE = "WARNING: the store of S3_BUCKET does not answer. Until it does, no photo can be seen or added.";

const VERSIONS =
  'WARNING: the bucket of S3_BUCKET keeps older versions, so photos that members remove stay in it. Switch that off, or let a rule of the bucket remove older versions after a day: docs/operations.md, "Objects in S3".';
