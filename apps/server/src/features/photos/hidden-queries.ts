import { sql } from "kysely";
import { countOf } from "../../platform/database/count-of.ts";
import type { Db } from "../../platform/database/database.ts";
import type { PhotoName } from "../../platform/storage/key-rules.ts";
import { listPhotos, orderPhotos } from "./queries.ts";

export function findHiddenPhoto(db: Db, id: string) {
  return db
    .selectFrom("hiddenPhoto")
    .where("id", "=", id)
    .select(["id", "memberId", "fileName", "isUnderReview"])
    .executeTakeFirst();
}

export function findHiddenPhotoByName(db: Db, { memberId, name }: PhotoName) {
  return db
    .selectFrom("hiddenPhoto")
    .where("memberId", "=", memberId)
    .where("fileName", "like", `%-${name}.webp`)
    .select(["id", "fileName", "isUnderReview"])
    .executeTakeFirst();
}

export function countHiddenPhotos(db: Db, memberId: string): Promise<number> {
  return countOf(db, sql`from hidden_photo where member_id = ${memberId}`);
}

type PhotoHide = { id: string; isUnderReview: boolean; now: Date };

/**
 * Moves a photo from the gallery to the hidden ones; the others close the gap. Needs `lockGallery` and
 * `deferPositions`.
 */
export async function hidePhoto(db: Db, memberId: string, { id, isUnderReview, now }: PhotoHide): Promise<void> {
  await sql`
    with gone as (
      delete from photo where id = ${id} and member_id = ${memberId} returning *
    )
    insert into hidden_photo (
      id, member_id, file_name, position, width, height, thumbhash, created_at, hidden_at, is_under_review
    )
    select id, member_id, file_name, position, width, height, thumbhash, created_at, ${now}, ${isUnderReview} from gone`.execute(
    db,
  );
  await orderPhotos(
    db,
    (await listPhotos(db, memberId)).map((photo) => photo.id),
  );
}

/** Ends the review of a hidden photo that staff have decided to keep hidden. */
export async function keepPhotoHidden(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable("hiddenPhoto").set({ isUnderReview: false, hiddenAt: now }).where("id", "=", id).execute();
}

/** Puts a hidden photo back at its old position. Needs `lockGallery` and `deferPositions`. */
export async function showPhoto(db: Db, memberId: string, id: string): Promise<void> {
  const removedPhoto = await db
    .deleteFrom("hiddenPhoto")
    .where("id", "=", id)
    .where("memberId", "=", memberId)
    .returning(["fileName", "position", "width", "height", "thumbhash", "createdAt"])
    .executeTakeFirst();
  if (!removedPhoto) return;
  const { position, ...photo } = removedPhoto;
  const order = (await listPhotos(db, memberId)).map((photo) => photo.id);
  const at = Math.min(position, order.length);
  order.splice(at, 0, id);
  // The photo is added at the end and then all are ordered; positions need to be unique only at the end of the
  // transaction.
  await db
    .insertInto("photo")
    .values({ ...photo, id, memberId, position: order.length - 1 })
    .execute();
  await orderPhotos(db, order);
}
