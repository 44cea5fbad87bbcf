import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notification (
      id uuid primary key,
      member_id uuid not null references member on delete cascade,
      actor_id uuid not null references member on delete cascade,
      type text not null check (type in ('profile_view', 'favorite', 'message', 'match')),
      created_at timestamptz not null,
      dismissed_at timestamptz,
      check (member_id <> actor_id)
    )`.execute(db);
  // The bell: newest first, without what is dismissed and without messages.
  await sql`
    create index notification_bell_index on notification (member_id, created_at desc, id)
      where dismissed_at is null and type <> 'message'`.execute(db);
  await sql`create index notification_pair_index on notification (member_id, actor_id, type, created_at)`.execute(db);
  await sql`create index notification_actor_index on notification (actor_id)`.execute(db);
  // A pair matches once, ever; however many messages wait from one person, one notification says so.
  await sql`create unique index notification_match_index on notification (member_id, actor_id) where type = 'match'`.execute(
    db,
  );
  await sql`
    create unique index notification_message_index on notification (member_id, actor_id)
      where type = 'message' and dismissed_at is null`.execute(db);
  await sql`select grant_to_app('select, insert, update (created_at, dismissed_at)', 'notification')`.execute(db);
}
