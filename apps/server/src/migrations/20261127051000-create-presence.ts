import { type Kysely, sql } from "kysely";

/**
 * Apart from the profile: it changes every minute, and would keep discovery from reading its index alone. Members who are in
 * no conversation see presence as it stood at the last half minute, so that nobody who asks every second learns the second at
 * which another one came or went. What stood then is kept when it changes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table presence (
      member_id uuid primary key references member on delete cascade,
      last_active_at timestamptz not null,
      left_at timestamptz,
      is_hidden boolean not null default false,
      changed_at timestamptz not null default to_timestamp(0),
      before_active_at timestamptz,
      before_left_at timestamptz,
      active_step timestamptz not null
        generated always as (date_bin('5 minutes', last_active_at, to_timestamp(0))) stored
    ) with (fillfactor = 50);
    comment on column presence.left_at is 'When the last connection closed; null since the next sign of life';
    comment on column presence.changed_at is 'When last_active_at or left_at changed for the last time';
    comment on column presence.before_active_at is 'last_active_at at the beginning of the half minute of changed_at';
    comment on column presence.before_left_at is 'left_at at the beginning of the half minute of changed_at';
    create index presence_active_index on presence (active_step) where not is_hidden;
    -- Those who hide their presence count as active too, and have no place in the index of those who show it.
    create index presence_hidden_index on presence (active_step) where is_hidden;
    select grant_to_app('select, insert, update', 'presence');

    -- Who is shown as available for a while, apart from presence: a run writes many rows at once, and the pings of those
    -- members must not wait for it.
    create table availability_run (
      id uuid primary key,
      slot text unique,
      actor_id uuid references member on delete set null,
      started_at timestamptz not null,
      eligible integer not null check (eligible >= 0),
      long_count integer not null check (long_count >= 0),
      short_count integer not null check (short_count >= 0),
      check (long_count + short_count <= eligible)
    );
    comment on column availability_run.slot is
      'The hour of São Paulo of a scheduled run, which happens once; null when an admin started it';
    create index availability_run_started_index on availability_run (started_at desc);
    create index availability_run_actor_index on availability_run (actor_id) where actor_id is not null;
    select grant_to_app('select, insert', 'availability_run');

    create table availability (
      member_id uuid primary key references member on delete cascade,
      run_id uuid not null references availability_run deferrable initially deferred,
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      invited_at timestamptz,
      check (starts_at <= ends_at)
    );
    comment on column availability.invited_at is
      'When push messages asked the member to come in; null while that waits';
    create index availability_end_index on availability (ends_at);
    create index availability_invitation_index on availability (run_id, member_id) where invited_at is null;
    select grant_to_app('select, insert, delete, update (run_id, starts_at, ends_at, invited_at)', 'availability')`.execute(
    db,
  );
}
