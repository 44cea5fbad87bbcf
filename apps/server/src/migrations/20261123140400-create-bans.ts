import { randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";

/**
 * What does not come back after a ban: e-mail address and document number as keyed hashes, photos as fingerprints. A photo
 * has a fingerprint for each way in which it may have been cut, 400 bits each.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ban_mark (
      kind text not null check (kind in ('email', 'document')),
      hash bytea not null check (length(hash) = 32),
      member_id uuid references member on delete set null,
      banned_at timestamptz not null,
      primary key (kind, hash)
    )`.execute(db);
  await sql`create index ban_mark_member_index on ban_mark (member_id)`.execute(db);
  await sql`select grant_to_app('select, insert, delete', 'ban_mark')`.execute(db);
  await sql`
    create table banned_photo (
      id uuid primary key,
      member_id uuid references member on delete set null,
      file_name text not null,
      fingerprints bit(400)[] not null,
      banned_at timestamptz not null
    )`.execute(db);
  await sql`create unique index banned_photo_file_name_index on banned_photo (file_name)`.execute(db);
  await sql`create index banned_photo_member_index on banned_photo (member_id)`.execute(db);
  await sql`select grant_to_app('select, insert, delete', 'banned_photo')`.execute(db);
  await sql`insert into secret (name, value) values ('ban-marks', ${randomBytes(32)})`.execute(db);
}
