import { type Kysely, sql } from "kysely";

/**
 * Who is shown as available for a while, apart from `presence`: a run writes many rows at once, and the pings of those
 * members must not wait for it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table availability_run (
      id uuid primary key,
      slot text unique,
      actor_id uuid references member on delete set null,
      started_at timestamptz not null,
      eligible integer not null check (eligible >= 0),
      long_count integer not null check (long_count >= 0),
      short_count integer not null check (short_count >= 0),
      check (long_count + short_count <= eligible)
    )`.execute(db);
  await sql`comment on column availability_run.slot is 'The hour of São Paulo of a scheduled run, which happens once; null when an admin started it'`.execute(
    db,
  );
  await sql`create index availability_run_started_index on availability_run (started_at desc)`.execute(db);
  await sql`create index availability_run_actor_index on availability_run (actor_id) where actor_id is not null`.execute(
    db,
  );
  await sql`
    create table availability (
      member_id uuid primary key references member on delete cascade,
      run_id uuid not null references availability_run deferrable initially deferred,
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      invited_at timestamptz,
      check (starts_at <= ends_at)
    )`.execute(db);
  await sql`comment on column availability.invited_at is 'When push messages asked the member to come in; null while that waits'`.execute(
    db,
  );
  await sql`create index availability_end_index on availability (ends_at)`.execute(db);
  await sql`create index availability_invitation_index on availability (run_id, member_id) where invited_at is null`.execute(
    db,
  );
  // The few who offer it, among all who have changed any setting.
  await sql`create index member_setting_availability_index on member_setting (member_id) where offers_availability`.execute(
    db,
  );
  await sql`select grant_to_app('select, insert', 'availability_run')`.execute(db);
  await sql`
    select grant_to_app(
      'select, insert, delete, update (run_id, starts_at, ends_at, invited_at)', 'availability')`.execute(db);
}
