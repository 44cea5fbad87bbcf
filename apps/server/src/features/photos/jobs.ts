import { PHOTO_SIZES } from "@caramelo/contract/limits";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { keepOrTakeBack } from "../../platform/database/savepoint.ts";
import { photoKey } from "../../platform/photo-name-rules.ts";
import { lockOrphanObjects, removePhotoObject } from "./queries.ts";

// No sign-up or upload takes this long: an object still without a photo then belongs to nobody.
const ORPHAN_AFTER_MS = 3_600_000;
const BATCH = 100;

/**
 * Removes stored objects that no photo refers to; answers how many. Dying half-way leaves the row, so the next run goes
 * on; so does an object that storage will not remove, which holds up no other.
 */
export async function sweepPhotoObjects({
  db,
  clock,
  log,
  storage,
}: Pick<Context, "db" | "clock" | "log" | "storage">): Promise<number> {
  const before = new Date(clock.now().getTime() - ORPHAN_AFTER_MS);
  return db.transaction().execute(async (trx) => {
    const orphans = await lockOrphanObjects(trx, before, BATCH);
    let removed = 0;
    for (const { fileName } of orphans) {
      await keepOrTakeBack(trx, async () => {
        const isGone = await tryToRemove({ db: trx, log, storage }, fileName);
        if (isGone) removed += 1;
        return isGone;
      });
    }
    return removed;
  });
}

/** Removes the object of a photo that is gone. Whatever fails or dies on the way, the sweeper ends it. */
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

/** False when storage would not: its row must be taken back. What the database says is no object's fault. */
async function tryToRemove({ db, log, storage }: Pick<Context, "db" | "log" | "storage">, fileName: string) {
  await removePhotoObject(db, fileName);
  try {
    await removeBytes(storage, fileName);
    return true;
  } catch (error) {
    log.warn({ err: error }, "a photo's object could not be removed");
    return false;
  }
}

async function removeObject(trx: Db, storage: Context["storage"], fileName: string): Promise<void> {
  // The row first: while a photo refers to it the database refuses, before a byte is gone.
  await removePhotoObject(trx, fileName);
  await removeBytes(storage, fileName);
}

async function removeBytes(storage: Context["storage"], fileName: string): Promise<void> {
  for (const size of PHOTO_SIZES) await storage.remove(photoKey(fileName, size));
}
