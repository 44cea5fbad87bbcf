import { type Insertable, sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { BannedPhoto } from "../../platform/database/types.generated.ts";

/**
 * Photos whose fingerprints differ in at most this many of the 400 bits count as the same.
 * `fingerprint-variants.alone.test.ts` tests how well this number tells photos apart.
 */
export const FINGERPRINT_DISTANCE = 34;

/**
 * Adds a photo that must not come back. A photo that is already stored as pending stays pending only if `photo` is
 * pending, too; otherwise its fingerprints apply to everybody from now on.
 */
export async function addBannedPhoto(db: Db, photo: Insertable<BannedPhoto>): Promise<void> {
  await db
    .insertInto("bannedPhoto")
    .values({ ...photo, fingerprints: sql<string[]>`${photo.fingerprints}::bit(400)[]` })
    .onConflict((conflict) =>
      conflict
        .column("fileName")
        .doUpdateSet((eb) => ({
          isPending: sql<boolean>`${eb.ref("bannedPhoto.isPending")} and ${eb.ref("excluded.isPending")}`,
        })),
    )
    .execute();
}

/** Makes the fingerprints of a pending photo apply to everybody, because staff have taken the photo. */
export async function bindBannedPhoto(db: Db, fileName: string): Promise<void> {
  await db.updateTable("bannedPhoto").set({ isPending: false }).where("fileName", "=", fileName).execute();
}

/** Lets a photo be added again, unless its member is banned. */
export async function removeBannedPhoto(db: Db, fileName: string): Promise<void> {
  await sql`
    delete from banned_photo where file_name = ${fileName} and not exists (
      select from profile where profile.member_id = banned_photo.member_id and banned_at is not null
    )`.execute(db);
}

/** Whether one of these fingerprints is close to a stored one of the banned photo with this file name. */
export async function isCopyOf(db: Db, fileName: string, fingerprints: string[]): Promise<boolean> {
  const { rows } = await sql`
    select from banned_photo, unnest(banned_photo.fingerprints) as kept, unnest(${fingerprints}::bit(400)[]) as asked
    where banned_photo.file_name = ${fileName} and bit_count(kept # asked) <= ${FINGERPRINT_DISTANCE}
    limit 1`.execute(db);
  return rows.length > 0;
}

type Upload = {
  fingerprints: string[];
  /** The member who uploads; undefined at a sign-up, where there is no member yet. */
  memberId?: string;
};

/**
 * Whether one of an upload's fingerprints is close to one of a banned photo. Pending photos apply to their own member
 * only. The statement compares with all banned photos, because no index finds close values; 1,000 banned photos take
 * about 15 ms.
 */
export async function hasBannedPhoto(db: Db, { fingerprints, memberId }: Upload): Promise<boolean> {
  const { rows } = await sql`
    select from banned_photo, unnest(banned_photo.fingerprints) as kept, unnest(${fingerprints}::bit(400)[]) as asked
    where (not is_pending or member_id = ${memberId ?? null}::uuid)
      and bit_count(kept # asked) <= ${FINGERPRINT_DISTANCE}
    limit 1`.execute(db);
  return rows.length > 0;
}
