import { type Kysely, sql } from "kysely";

/**
 * Each of the two of a message reacts to it at most once. Reactions are changes of both streams; the event names the
 * message by its number in the member's own stream, as the events of reading and clearing do.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table reaction (
      message_id uuid not null references message,
      member_id uuid not null references member on delete cascade,
      emoji text not null check (emoji in ('love', 'like', 'laugh', 'wow', 'sad', 'fire')),
      reacted_at timestamptz not null,
      primary key (message_id, member_id)
    )`.execute(db);
  await sql`select grant_to_app('select, insert, delete, update (emoji, reacted_at)', 'reaction')`.execute(db);

  await sql`alter table stream_event drop constraint stream_event_kind_check`.execute(db);
  await sql`
    alter table stream_event add constraint stream_event_kind_check
    check (kind in ('seen', 'read', 'cleared', 'reaction'))`.execute(db);
  await sql`comment on column stream_event.up_to is 'The last message concerned; of a reaction the only one'`.execute(
    db,
  );
}
