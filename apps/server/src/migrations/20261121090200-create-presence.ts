import { type Kysely, sql } from "kysely";

/** Apart from the profile: it changes every minute, and would keep discovery from reading its index alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table presence (
      member_id uuid primary key references member on delete cascade,
      last_active_at timestamptz not null,
      left_at timestamptz,
      is_hidden boolean not null default false
    ) with (fillfactor = 50)`.execute(db);
  await sql`comment on column presence.left_at is 'When the last connection closed; null since the next sign of life'`.execute(
    db,
  );
  await sql`select grant_to_app('select, insert, update', 'presence')`.execute(db);
}
