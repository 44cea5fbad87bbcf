import { type Insertable, sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { Photo } from "../../platform/database/types.generated.ts";

/** Announces objects that are about to be stored. Must be committed before the first byte is. */
export async function addPhotoObjects(db: Db, fileNames: string[], now: Date): Promise<void> {
  await db
    .insertInto("photoObject")
    .values(fileNames.map((fileName) => ({ fileName, createdAt: now })))
    .execute();
}

export async function addPhotos(db: Db, photos: Insertable<Photo>[]): Promise<void> {
  await db.insertInto("photo").values(photos).execute();
}

/** A member's photos in their order. */
export function listPhotos(db: Db, memberId: string) {
  return db
    .selectFrom("photo")
    .where("memberId", "=", memberId)
    .orderBy("position")
    .select(["id", "fileName", "width", "height", "thumbhash"])
    .execute();
}

/**
 * Lets one change of a member's photos through at a time: the transaction's first statement, so that whatever is read
 * after it is the latest there is.
 */
export async function lockGallery(db: Db, memberId: string): Promise<void> {
  await db.selectFrom("profile").where("memberId", "=", memberId).select("memberId").forNoKeyUpdate().execute();
}

/** Until the commit two photos may stand at one place, so that each can be moved to its own. */
export async function loosenPlaces(db: Db): Promise<void> {
  await sql`set constraints photo_place_is_taken_once deferred`.execute(db);
}

/** Puts photos at the places that they have in this list. */
export async function placePhotos(db: Db, ids: string[]): Promise<void> {
  await sql`
    update photo set position = placed.at - 1
    from unnest(${ids}::uuid[]) with ordinality placed (id, at)
    where photo.id = placed.id and photo.position <> placed.at - 1`.execute(db);
}

export async function removePhoto(db: Db, id: string): Promise<void> {
  await db.deleteFrom("photo").where("id", "=", id).execute();
}

/**
 * Whether a photo may be shown: it is still somebody's, and that member is the viewer, or active and not hidden from
 * them. The team sees every one.
 */
export async function isPhotoShown(
  db: Db,
  fileName: string,
  viewer: { id: string; isAdmin: boolean },
): Promise<boolean> {
  const row = await db
    .selectFrom("photo")
    .innerJoin("profile", "profile.memberId", "photo.memberId")
    .where("photo.fileName", "=", fileName)
    .$if(!viewer.isAdmin, (query) =>
      query
        .where((eb) => eb.or([eb("profile.isActive", "=", true), eb("photo.memberId", "=", viewer.id)]))
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom("hiddenPair")
                .where("hiddenPair.viewerId", "=", viewer.id)
                .whereRef("hiddenPair.otherId", "=", "photo.memberId")
                .select("hiddenPair.otherId"),
            ),
          ),
        ),
    )
    .select("photo.id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks up to `limit` objects without a photo that are older than `before`; others' locks are stepped over. */
export function lockOrphanObjects(db: Db, before: Date, limit: number) {
  return db
    .selectFrom("photoObject")
    .where("createdAt", "<", before)
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom("photo").whereRef("photo.fileName", "=", "photoObject.fileName").select("photo.id")),
      ),
    )
    .orderBy("createdAt")
    .limit(limit)
    .select("photoObject.fileName")
    .forUpdate()
    .skipLocked()
    .execute();
}

export async function removePhotoObject(db: Db, fileName: string): Promise<void> {
  await db.deleteFrom("photoObject").where("fileName", "=", fileName).execute();
}
