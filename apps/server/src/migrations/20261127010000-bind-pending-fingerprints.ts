import { type Kysely, sql } from "kysely";

/**
 * What hid a photo before anybody has looked may be a stranger's word, so until the review its fingerprint refuses the picture
 * to its own member only. Fingerprints of photos under review were kept without this difference before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table banned_photo add column is_pending boolean not null default false`.execute(db);
  await sql`comment on column banned_photo.is_pending is 'Waits for the review and binds its member only; false once it binds everybody'`.execute(
    db,
  );
  await sql`
    update banned_photo set is_pending = true
    where exists (
      select from hidden_photo
      where hidden_photo.file_name = banned_photo.file_name and hidden_photo.is_under_review
    ) and not exists (
      select from profile where profile.member_id = banned_photo.member_id and profile.banned_at is not null
    )`.execute(db);
  await sql`select grant_to_app('update (is_pending)', 'banned_photo')`.execute(db);
}
