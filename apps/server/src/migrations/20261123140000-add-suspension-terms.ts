import { type Kysely, sql } from "kysely";

/**
 * A suspension may have an end, and a ban has none. A hidden profile is one that waits for the team's review: nobody else
 * sees it, but its member still signs in. What `is_active` is generated from cannot be changed before PostgreSQL 17, so the
 * column is made anew from its own expression, with the indexes that ask for it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table profile
      add column suspended_until timestamptz,
      add column banned_at timestamptz,
      add column hidden_at timestamptz,
      add constraint profile_suspension_ends check (suspended_until is null or suspended_at is not null),
      add constraint profile_ban_is_suspension check (
        banned_at is null or suspended_at is not null and suspended_until is null
      )`.execute(db);
  await sql`
    do $$
    declare
      expression text;
      definitions text[];
      definition text;
    begin
      select pg_get_expr(adbin, adrelid) into expression
      from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
      where adrelid = 'profile'::regclass and attname = 'is_active';
      select array_agg(pg_get_indexdef(indexrelid)) into definitions
      from pg_index
      where indrelid = 'profile'::regclass and pg_get_indexdef(indexrelid) ~ '\\yis_active\\y';
      alter table profile drop column is_active;
      execute format(
        'alter table profile add column is_active boolean not null generated always as (%s and hidden_at is null) stored',
        expression);
      foreach definition in array definitions loop
        execute definition;
      end loop;
    end $$`.execute(db);
  await sql`create index profile_suspended_until_index on profile (suspended_until) where suspended_until is not null`.execute(
    db,
  );
  await sql`comment on column profile.hidden_at is 'Hidden from everybody until the team has reviewed what was reported'`.execute(
    db,
  );
  await sql`select grant_to_app('update (suspended_until, banned_at, hidden_at)', 'profile')`.execute(db);
}
