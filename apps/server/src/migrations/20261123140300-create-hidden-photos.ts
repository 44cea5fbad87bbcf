import { type Kysely, sql } from "kysely";

/**
 * A hidden photo leaves the gallery and waits here, so that no query can show it by mistake, with the position that it
 * returns to. What a report hid by itself is noted for each reporter: one may hide one thing until the team has looked.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table hidden_photo (
      id uuid primary key,
      member_id uuid not null references member on delete cascade,
      file_name text not null unique references photo_object,
      position smallint not null check (position between 0 and 4),
      width integer not null check (width > 0),
      height integer not null check (height > 0),
      thumbhash text not null,
      created_at timestamptz not null,
      hidden_at timestamptz not null,
      is_under_review boolean not null
    )`.execute(db);
  await sql`create index hidden_photo_member_index on hidden_photo (member_id)`.execute(db);
  await sql`create index hidden_photo_hidden_at_index on hidden_photo (hidden_at) where not is_under_review`.execute(
    db,
  );
  await sql`comment on column hidden_photo.is_under_review is 'Hidden by reports or a notice; false once the team has decided that it stays away'`.execute(
    db,
  );
  await sql`select grant_to_app('select, insert, delete, update (is_under_review, hidden_at)', 'hidden_photo')`.execute(
    db,
  );

  await sql`
    create table automatic_hide (
      id uuid primary key,
      member_id uuid not null references member on delete cascade,
      case_id uuid references report_case on delete cascade,
      reporter_id uuid references member on delete cascade,
      photo_id uuid,
      hidden_at timestamptz not null,
      ended_at timestamptz
    )`.execute(db);
  await sql`comment on column automatic_hide.photo_id is 'The hidden photo; null when the whole profile was hidden'`.execute(
    db,
  );
  await sql`create unique index automatic_hide_reporter_index on automatic_hide (reporter_id) where ended_at is null`.execute(
    db,
  );
  await sql`create index automatic_hide_member_index on automatic_hide (member_id) where ended_at is null`.execute(db);
  await sql`create index automatic_hide_case_index on automatic_hide (case_id)`.execute(db);
  await sql`select grant_to_app('select, insert, update (ended_at)', 'automatic_hide')`.execute(db);
}
