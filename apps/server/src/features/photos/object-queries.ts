import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** Records objects that are about to be stored. The row must be committed before the first byte is written. */
export async function addPhotoObjects(db: Db, fileNames: string[], now: Date): Promise<void> {
  await db
    .insertInto("photoObject")
    .values(fileNames.map((fileName) => ({ fileName, createdAt: now })))
    .execute();
}

/** SQL: whether a photo, a hidden photo or evidence refers to the object, which must stay then. */
const isKept = sql<boolean>`(
  exists (select from photo where photo.file_name = photo_object.file_name)
  or exists (select from hidden_photo where hidden_photo.file_name = photo_object.file_name)
  or exists (select from case_photo where case_photo.file_name = photo_object.file_name)
)`;

/**
 * Up to `limit` stored objects that a photo, a hidden photo or evidence refers to, in the order of their names after
 * `after`.
 */
export async function listKeptObjects(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("photoObject")
    .where("fileName", ">", after)
    .where(isKept)
    .orderBy("fileName")
    .limit(limit)
    .select("fileName")
    .execute();
  return rows.map(({ fileName }) => fileName);
}

/** Prevents the removal of photo bytes until the transaction ends. Waits for removals that have begun. */
export async function holdPhotoBytes(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('photo bytes'))`.execute(db);
}

/** Whether this transaction may remove photo bytes; false while a transaction holds `holdPhotoBytes`. */
export async function mayRemovePhotoBytes(db: Db): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select pg_try_advisory_xact_lock_shared(hashtext('photo bytes')) as may`.execute(db);
  return rows[0]?.may === true;
}

/** When objects were recorded: from `since` until shortly before `before`. */
export type Period = { since: Date; before: Date };

/**
 * Locks up to `limit` objects of a period, oldest first, that no photo, hidden photo or evidence refers to. Skips those
 * that are locked.
 */
export function lockOrphanObjects(db: Db, { since, before }: Period, limit: number) {
  return db
    .selectFrom("photoObject")
    .where("createdAt", ">=", since)
    .where("createdAt", "<", before)
    .where(sql<boolean>`not ${isKept}`)
    .orderBy("createdAt")
    .limit(limit)
    .select("photoObject.fileName")
    .forUpdate()
    .skipLocked()
    .execute();
}

/** When the oldest object was recorded. */
export async function findOldestObject(db: Db): Promise<Date | undefined> {
  const row = await db.selectFrom("photoObject").orderBy("createdAt").limit(1).select("createdAt").executeTakeFirst();
  return row?.createdAt;
}

/** Removes the row of an object; false when a photo, a hidden photo or evidence still refers to the object. */
export async function removePhotoObject(db: Db, fileName: string): Promise<boolean> {
  const result = await db
    .deleteFrom("photoObject")
    .where("fileName", "=", fileName)
    .where(sql<boolean>`not ${isKept}`)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
