import { type Kysely, sql } from "kysely";

/** Old stream events are removed; a browser that has not read them yet must learn that they are missing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index stream_event_happened_at_index on stream_event (happened_at)`.execute(db);
  // Not a column of member_stream: whoever sends a message has that row locked.
  await sql`
    create table pruned_stream (
      member_id uuid primary key references member on delete cascade,
      up_to bigint not null check (up_to > 0)
    )`.execute(db);
  await sql`comment on column pruned_stream.up_to is 'Events of the member''s stream up to here may be missing'`.execute(
    db,
  );
  await sql`select grant_to_app('select, insert, update (up_to)', 'pruned_stream')`.execute(db);
  await sql`select grant_to_app('delete', 'stream_event')`.execute(db);
}
