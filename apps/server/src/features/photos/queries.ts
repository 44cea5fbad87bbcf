import { type Insertable, sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { Photo } from "../../platform/database/types.generated.ts";
import type { PhotoName } from "../../platform/photo-name-rules.ts";
import { isVisiblePair } from "../safety/fragment-queries.ts";

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
 * Serializes the changes of a member's photos. It must be the transaction's first statement, so that all
 * later reads see the latest photos. Hidden pairs are not filtered: it locks the member's own profile.
 */
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
 * them. The team may see every photo. Of a member's five rows the name's random bits choose one.
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

/** Locks up to `limit` objects older than `before` that no photo refers to, and skips those that are locked. */
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
