import { type Kysely, sql } from "kysely";

/**
 * Members who are in no conversation see presence as it stood at the last half minute, so that nobody who asks every
 * second learns the second at which another one came or went. What stood then is kept when it changes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table presence
      add column changed_at timestamptz not null default to_timestamp(0),
      add column before_active_at timestamptz,
      add column before_left_at timestamptz`.execute(db);
  await sql`comment on column presence.changed_at is 'When last_active_at or left_at changed for the last time'`.execute(
    db,
  );
  await sql`comment on column presence.before_active_at is 'last_active_at at the beginning of the half minute of changed_at'`.execute(
    db,
  );
  await sql`comment on column presence.before_left_at is 'left_at at the beginning of the half minute of changed_at'`.execute(
    db,
  );
}
