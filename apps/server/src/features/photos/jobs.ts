import { PHOTO_SIZE_NAMES } from "@caramelo/contract/limits";
import type { Context } from "../../platform/context.ts";
import { mayRemoveObjects } from "../../platform/database/advisory-lock.ts";
import type { Db } from "../../platform/database/database.ts";
import { withSavepoint } from "../../platform/database/savepoint.ts";
import { job } from "../../platform/job.ts";
import { photoKey } from "../../platform/storage/key-rules.ts";
import { StoreOutage } from "../../platform/storage/storage.ts";
import {
  findOldestObject,
  lockOrphanObjects,
  mayRemovePhotoBytes,
  type Period,
  removePhotoObject,
} from "./object-queries.ts";

type SweepContext = Pick<Context, "db" | "clock" | "log" | "storage">;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
// No sign-up or upload takes this long, so an older object without a photo is no longer needed.
const ORPHAN_AFTER_MS = HOUR_MS;
const BATCH = 100;

/**
 * Removes up to BATCH stored objects of the last two days without a photo or evidence. Returns how many. If the process
 * dies or storage does not remove an object, its row stays for the next run; the others are removed, until the store is
 * away. While a backup runs, nothing is removed, because objects without a photo may still belong to its snapshot.
 */
export async function sweepPhotoObjects(context: SweepContext): Promise<number> {
  const now = context.clock.now().getTime();
  const period = { since: new Date(now - 2 * DAY_MS), before: new Date(now - ORPHAN_AFTER_MS) };
  return (await sweepPeriod(context, period)).removedCount;
}

/**
 * The same for all objects: older unused ones, whose photo or evidence was removed later. It reads every row of the
 * table, in steps of one day of uploads. Returns how many it removed. Throws during a backup or without the store, so
 * that the queue runs it again.
 */
export async function sweepOldPhotoObjects(context: SweepContext): Promise<number> {
  const end = context.clock.now().getTime() - ORPHAN_AFTER_MS;
  let total = 0;
  for (let since = (await findOldestObject(context.db))?.getTime() ?? end; since < end; since += DAY_MS) {
    const period = { since: new Date(since), before: new Date(Math.min(since + DAY_MS, end)) };
    let batch: SweptBatch;
    do {
      batch = await sweepPeriod(context, period);
      total += batch.removedCount;
      if (batch.obstacle) throw new Error(`photos could not be swept: ${batch.obstacle}`);
    } while (batch.foundCount === BATCH && batch.removedCount > 0);
  }
  return total;
}

type SweptBatch = { foundCount: number; removedCount: number; obstacle?: "backup" | "outage" };

function sweepPeriod({ db, log, storage }: SweepContext, period: Period): Promise<SweptBatch> {
  return db.transaction().execute(async (trx) => {
    if (!(await mayRemovePhotoBytes(trx))) return { foundCount: 0, removedCount: 0, obstacle: "backup" };
    const orphans = await lockOrphanObjects(trx, period, BATCH);
    const batch: SweptBatch = { foundCount: orphans.length, removedCount: 0 };
    for (const { fileName } of orphans) {
      await withSavepoint(trx, async () => {
        const outcome = await tryToRemove({ db: trx, log, storage }, fileName);
        if (outcome === "removed") batch.removedCount += 1;
        if (outcome === "outage") batch.obstacle = "outage";
        return outcome === "removed";
      });
      // The transaction must not wait for a silent store for each object.
      if (batch.obstacle) break;
    }
    return batch;
  });
}

/** Removes the stored object of a removed photo. If that fails, a sweep removes the object later. */
export async function dropPhotoObject(
  { db, log, storage }: Pick<Context, "db" | "log" | "storage">,
  fileName: string,
): Promise<void> {
  try {
    await db.transaction().execute((trx) => removeObject(trx, storage, fileName));
  } catch (error) {
    log.warn({ err: error }, "a photo's object is left to the sweeper");
  }
}

/** If the object stays, because it is needed or storage failed, the caller must restore its row. */
async function tryToRemove(
  { db, log, storage }: Pick<Context, "db" | "log" | "storage">,
  fileName: string,
): Promise<"removed" | "left" | "outage"> {
  if (!(await mayRemoveObjects(db, keysOf(fileName))) || !(await removePhotoObject(db, fileName))) return "left";
  try {
    await removeBytes(storage, fileName);
    return "removed";
  } catch (error) {
    log.warn({ err: error }, "a photo's object could not be removed");
    return error instanceof StoreOutage ? "outage" : "left";
  }
}

async function removeObject(trx: Db, storage: Context["storage"], fileName: string): Promise<void> {
  if (!(await mayRemovePhotoBytes(trx)) || !(await mayRemoveObjects(trx, keysOf(fileName)))) return;
  // The row goes first: while evidence refers to the object, its row and bytes stay.
  if (await removePhotoObject(trx, fileName)) await removeBytes(storage, fileName);
}

async function removeBytes(storage: Context["storage"], fileName: string): Promise<void> {
  for (const key of keysOf(fileName)) await storage.remove(key);
}

const keysOf = (fileName: string) => PHOTO_SIZE_NAMES.map((size) => photoKey(fileName, size));

export const jobs = [
  job("sweep-photo-objects", "Limpar arquivos de fotos", { sweep: "ten-minute", run: sweepPhotoObjects }),
  job("sweep-old-photo-objects", "Limpar arquivos antigos de fotos", { sweep: "nightly", run: sweepOldPhotoObjects }),
];
