import { type Insertable, sql } from "kysely";
import { isVisiblePair } from "../../base/members/pair-fragment-queries.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Photo } from "../../platform/database/types.generated.ts";
import type { PhotoName } from "../../platform/storage/photo-name-rules.ts";

/** Records objects that are about to be stored. The row must be committed before the first byte is written. */
export async function addPhotoObjects(db: Db, fileNames: string[], now: Date): Promise<void> {
  await db
    .insertInto("photoObject")
    .values(fileNames.map((fileName) => ({ fileName, createdAt: now })))
    .execute();
}

export async function addPhotos(db: Db, photos: Insertable<Photo>[]): Promise<void> {
  await db.insertInto("photo").values(photos).execute();
}

export function listPhotos(db: Db, memberId: string) {
  return db
    .selectFrom("photo")
    .where("memberId", "=", memberId)
    .orderBy("position")
    .select(["id", "fileName", "width", "height", "thumbhash"])
    .execute();
}

/** The member whose photo has this id. */
export function findPhotoOwner(db: Db, id: string): Promise<string | undefined> {
  const found = db.selectFrom("photo").where("id", "=", id).select("memberId").executeTakeFirst();
  return found.then((row) => row?.memberId);
}

/** It must be the first statement of a transaction, so that all later reads see the latest photos. */
export async function lockGallery(db: Db, memberId: string): Promise<void> {
  await db.selectFrom("profile").where("memberId", "=", memberId).select("memberId").forNoKeyUpdate().execute();
}

/** Until the commit two photos may have the same position, so that they can change positions one by one. */
export async function deferPositions(db: Db): Promise<void> {
  await sql`set constraints photo_position_key deferred`.execute(db);
}

/** Gives photos the positions that they have in this list. */
export async function orderPhotos(db: Db, ids: string[]): Promise<void> {
  await sql`
    update photo set position = ordered.at - 1
    from unnest(${ids}::uuid[]) with ordinality ordered (id, at)
    where photo.id = ordered.id and photo.position <> ordered.at - 1`.execute(db);
}

export async function removePhoto(db: Db, id: string): Promise<void> {
  await db.deleteFrom("photo").where("id", "=", id).execute();
}

/**
 * The file name of a photo that a viewer may see: it belongs to the viewer, or to an active member who is not hidden from
 * them. Staff may see every photo. Of a member's five rows the name's random bits choose one.
 */
export async function findShownPhoto(
  db: Db,
  { memberId, name }: PhotoName,
  viewer: { id: string; isAdmin: boolean },
): Promise<string | undefined> {
  const row = await db
    .selectFrom("photo")
    .innerJoin("profile", "profile.memberId", "photo.memberId")
    .where("photo.memberId", "=", memberId)
    .where("photo.fileName", "like", `%-${name}.webp`)
    .$if(!viewer.isAdmin, (query) =>
      query
        .where((eb) => eb.or([eb("profile.isActive", "=", true), eb("photo.memberId", "=", viewer.id)]))
        .where(isVisiblePair(viewer.id, sql.ref("photo.memberId"))),
    )
    .select("photo.fileName")
    .executeTakeFirst();
  return row?.fileName;
}

/** The stored name of a photo that is out of sight but kept, hidden or as evidence; only staff may see it. */
export async function findKeptFile(db: Db, { memberId, name }: PhotoName): Promise<string | undefined> {
  const { rows } = await sql<{ fileName: string }>`
    select file_name from hidden_photo where member_id = ${memberId} and file_name like ${`%-${name}.webp`}
    union all
    select case_photo.file_name
    from case_photo join report_case on report_case.id = case_photo.case_id
    where report_case.reported_id = ${memberId} and case_photo.file_name like ${`%-${name}.webp`}
    limit 1`.execute(db);
  return rows[0]?.fileName;
}

export function findPhoto(db: Db, id: string) {
  return db.selectFrom("photo").where("id", "=", id).select(["id", "memberId", "fileName"]).executeTakeFirst();
}

/** The photo of a member that a link names. */
export function findPhotoByName(db: Db, { memberId, name }: PhotoName) {
  return db
    .selectFrom("photo")
    .where("memberId", "=", memberId)
    .where("fileName", "like", `%-${name}.webp`)
    .select(["id", "memberId", "fileName"])
    .executeTakeFirst();
}

/** Whether somebody else's row names an object: it must stay then. */
const isKept = sql<boolean>`(
  exists (select from photo where photo.file_name = photo_object.file_name)
  or exists (select from hidden_photo where hidden_photo.file_name = photo_object.file_name)
  or exists (select from case_photo where case_photo.file_name = photo_object.file_name)
)`;

/** Up to `limit` stored objects that a photo, a hidden photo or evidence refers to, in the order of their names after `after`. */
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

/** Keeps the bytes of all photos where they are, until the transaction ends. It waits for removals that have begun. */
export async function holdPhotoBytes(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('photo bytes'))`.execute(db);
}

/** Whether this transaction may remove bytes of photos: not while somebody copies them. */
export async function mayRemovePhotoBytes(db: Db): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select pg_try_advisory_xact_lock_shared(hashtext('photo bytes')) as may`.execute(db);
  return rows[0]?.may === true;
}

/** Locks up to `limit` objects older than `before` that no photo, hidden photo or evidence refers to, and skips those that are locked. */
export function lockOrphanObjects(db: Db, before: Date, limit: number) {
  return db
    .selectFrom("photoObject")
    .where("createdAt", "<", before)
    .where(sql<boolean>`not ${isKept}`)
    .orderBy("createdAt")
    .limit(limit)
    .select("photoObject.fileName")
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Removes the row of an object that nothing names any more; false when something does. */
export async function removePhotoObject(db: Db, fileName: string): Promise<boolean> {
  const result = await db
    .deleteFrom("photoObject")
    .where("fileName", "=", fileName)
    .where(sql<boolean>`not ${isKept}`)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
