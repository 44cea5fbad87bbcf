import { type Kysely, sql } from "kysely";

/**
 * A `photo_object` row is written and committed before any byte is stored; a `photo` row refers to it. So every stored
 * byte has a row, and an object without a photo, whatever died on the way, is garbage that the sweeper may remove.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table photo_object (
      file_name text primary key check (file_name ~ '^[0-9a-f-]{36}/gallery/[0-9]{13}-[0-9a-f]{32}[.]webp$'),
      created_at timestamptz not null
    );
    create index photo_object_created_at_index on photo_object (created_at);
    -- To change an object is granted only to lock rows: nothing of it ever changes.
    select grant_to_app('select, insert, delete, update (created_at)', 'photo_object');

    -- Five positions, each taken once: "at most five photos" holds under any race.
    create table photo (
      id uuid primary key,
      member_id uuid not null references member on delete cascade,
      file_name text not null unique references photo_object,
      position smallint not null check (position between 0 and 4),
      width integer not null check (width > 0),
      height integer not null check (height > 0),
      thumbhash text not null,
      created_at timestamptz not null,
      constraint photo_position_key unique (member_id, position) deferrable initially immediate,
      check (starts_with(file_name, member_id::text || '/'))
    );
    select grant_to_app('select, insert, update, delete', 'photo')`.execute(db);
}
