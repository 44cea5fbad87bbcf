import { type Kysely, sql } from "kysely";

/**
 * What the team sees of how the product does: the numbers of the dashboard, a row a day and name, which a job counts, so that
 * opening it reads some hundred rows whether there are a thousand members or a million; and the backups that were made, which
 * the command that makes them writes as the database's owner.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table daily_statistic (
      day date not null,
      name text not null,
      value bigint not null check (value >= 0),
      counted_at timestamptz not null,
      primary key (day, name)
    );
    comment on column daily_statistic.value is
      'What happened on the day, or, for what there is of something, how it stood at the end of the day';
    select grant_to_app('select, insert, update (value, counted_at)', 'daily_statistic');

    create table backup_run (
      id uuid primary key,
      taken_at timestamptz not null,
      finished_at timestamptz not null check (finished_at >= taken_at),
      bytes bigint not null check (bytes > 0),
      is_encrypted boolean not null
    );
    comment on column backup_run.taken_at is 'What was written before this moment is in the backup';
    create index backup_run_taken_at_index on backup_run (taken_at);
    select grant_to_app('select', 'backup_run');

    -- The processes that work together on the database, and whose members are connected to each: a member has left when the
    -- last of them says so, or has been silent for too long.
    create table node (
      id uuid primary key,
      seen_at timestamptz not null
    );
    comment on column node.seen_at is 'By the clock of the database';
    select grant_to_app('select, insert, delete, update (seen_at)', 'node');

    create table node_member (
      node_id uuid not null references node on delete cascade,
      member_id uuid not null references member on delete cascade,
      primary key (member_id, node_id)
    );
    create index node_member_node_index on node_member (node_id);
    select grant_to_app('select, insert, delete', 'node_member');

    -- What the operator set while the product runs, and every change of it, which is never changed or removed. A setting that was
    -- taken back by npm run settings has no actor: the owner of the machine did it.
    create table operator_setting (
      name text primary key check (name ~ '^[a-z]+:[A-Za-z-]+$'),
      value jsonb not null,
      changed_at timestamptz not null
    );
    select grant_to_app('select, insert, update, delete', 'operator_setting');

    create table operator_setting_change (
      number integer primary key generated always as identity,
      name text not null,
      before jsonb,
      after jsonb,
      actor_id uuid,
      undoes integer unique references operator_setting_change,
      at timestamptz not null
    );
    create index operator_setting_change_name_index on operator_setting_change (name, number);
    select grant_to_app('select, insert', 'operator_setting_change');
    create trigger operator_setting_change_is_append_only before update or delete or truncate on operator_setting_change
      for each statement execute function refuse_change()`.execute(db);
}
