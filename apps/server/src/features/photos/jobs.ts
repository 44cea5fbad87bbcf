import { PHOTO_SIZES } from "@caramelo/contract/limits";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { photoKey } from "../../platform/photo-name-rules.ts";
import { lockOrphanObjects, removePhotoObject } from "./queries.ts";

// No sign-up or upload takes this long: an object still without a photo then belongs to nobody.
const ORPHAN_AFTER_MS = 3_600_000;
const BATCH = 100;

/** Removes stored objects that no photo refers to. Dying half-way leaves the row, so the next run goes on. */
export async function sweepPhotoObjects({
  db,
  clock,
  storage,
}: Pick<Context, "db" | "clock" | "storage">): Promise<number> {
  const before = new Date(clock.now().getTime() - ORPHAN_AFTER_MS);
  return db.transaction().execute(async (trx) => {
    const orphans = await lockOrphanObjects(trx, before, BATCH);
    for (const { fileName } of orphans) await removeObject(trx, storage, fileName);
    return orphans.length;
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

async function removeObject(trx: Db, storage: Context["storage"], fileName: string): Promise<void> {
  // The row first: while a photo refers to it the database refuses, before a byte is gone.
  await removePhotoObject(trx, fileName);
  for (const size of PHOTO_SIZES) await storage.remove(photoKey(fileName, size));
}
