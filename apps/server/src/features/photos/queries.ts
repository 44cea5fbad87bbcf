import { type Insertable, sql } from "kysely";
import { isVisiblePair } from "../../base/pairs/fragment-queries.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Photo } from "../../platform/database/types.generated.ts";
import type { PhotoName } from "../../platform/storage/key-rules.ts";

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

/**
 * Locks a member's photos. Read them only afterwards, in another statement, so that the read sees the latest ones.
 */
export async function lockGallery(db: Db, memberId: string): Promise<void> {
  await db.selectFrom("profile").where("memberId", "=", memberId).select("memberId").forNoKeyUpdate().execute();
}

/** Allows two photos to have the same position until the commit, so that positions can change one by one. */
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
 * The file name of a photo that a viewer may see: the viewer's own, or one of an active member who is not hidden from
 * them. Staff may see every photo. `name` is the random part of the file name, unique among a member's few photos.
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

/** The stored name of a photo that only staff may see: hidden, or evidence. */
export async function findKeptFile(db: Db, { memberId, name }: PhotoName): Promise<string | undefined> {
  const { rows } = await sql<{ fileName: string }>`
    select file_name from hidden_photo where member_id = ${memberId} and file_name like ${`%-${name}.webp`}
    union all
    select file_name from case_photo where file_name like ${`${memberId}/gallery/%-${name}.webp`}
    limit 1`.execute(db);
  return rows[0]?.fileName;
}

export function findPhoto(db: Db, id: string) {
  return db.selectFrom("photo").where("id", "=", id).select(["id", "memberId", "fileName"]).executeTakeFirst();
}

/** A member's photo by the random part of its file name, as photo links contain it. */
export function findPhotoByName(db: Db, { memberId, name }: PhotoName) {
  return db
    .selectFrom("photo")
    .where("memberId", "=", memberId)
    .where("fileName", "like", `%-${name}.webp`)
    .select(["id", "memberId", "fileName"])
    .executeTakeFirst();
}

/** Records a member's present photos. No sweep removes the stored picture of a photo that a case names. */
export async function keepPhotos(db: Db, caseId: string, memberId: string, now: Date): Promise<void> {
  await sql`
    insert into case_photo (case_id, file_name, photo_id, width, height, thumbhash, kept_at)
    select ${caseId}, file_name, id, width, height, thumbhash, ${now} from photo where member_id = ${memberId}
    on conflict do nothing`.execute(db);
}
