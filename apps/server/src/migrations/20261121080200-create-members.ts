import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table member (
      id uuid primary key,
      email text not null unique check (email = lower(email) and length(email) <= 254),
      password_hash text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);

  // What a member is follows from facts: nobody can be an admin by half, or active while suspended.
  await sql`
    create table profile (
      member_id uuid primary key references member on delete cascade,
      role text not null check (role in ('baby', 'daddy', 'mommy', 'admin')),
      is_admin boolean not null default false check (is_admin = (role = 'admin')),
      gender text check (gender in ('Feminino', 'Masculino')),
      name text not null check (char_length(name) between 1 and 60),
      stated_age smallint check (stated_age between 18 and 99),
      age_stated_on date,
      city_id integer references city,
      bio text check (char_length(bio) between 1 and 2000),
      looking_for text check (char_length(looking_for) between 1 and 2000),
      is_verified boolean not null default false,
      is_wildcard_city boolean not null default false,
      deactivated_at timestamptz,
      suspended_at timestamptz,
      is_active boolean not null generated always as (deactivated_at is null and suspended_at is null) stored,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint profile_gender_fits_role check (
        role = 'admin'
        or (gender = 'Feminino' and role in ('baby', 'mommy'))
        or (gender = 'Masculino' and role = 'daddy')
      ),
      constraint profile_is_complete check (
        role = 'admin' or num_nulls(gender, stated_age, age_stated_on, city_id, bio, looking_for) = 0
      )
    )`.execute(db);
  await sql`create index profile_city_id_index on profile (city_id)`.execute(db);

  await sql`
    create table session (
      id uuid primary key,
      token_hash bytea not null unique check (length(token_hash) = 32),
      member_id uuid not null references member on delete cascade,
      is_remembered boolean not null,
      user_agent text not null check (char_length(user_agent) <= 300),
      created_at timestamptz not null,
      last_seen_at timestamptz not null,
      expires_at timestamptz not null,
      ended_at timestamptz
    )`.execute(db);
  await sql`create index session_member_id_index on session (member_id)`.execute(db);
  await sql`create index session_end_index on session (least(ended_at, expires_at))`.execute(db);

  await sql`
    create table consent (
      id uuid primary key,
      member_id uuid not null references member on delete cascade,
      kind text not null check (kind in ('terms', 'sensitive_data', 'marketing')),
      text_version text not null,
      text_hash bytea not null check (length(text_hash) = 32),
      given_at timestamptz not null,
      revoked_at timestamptz
    )`.execute(db);
  await sql`create unique index consent_current_index on consent (member_id, kind) where revoked_at is null`.execute(
    db,
  );

  await sql`select grant_to_app('select, insert', 'member, session')`.execute(db);
  // What never changes is not granted: ids, beginnings, and who is staff: only the database's owner makes an admin.
  await sql`select grant_to_app('update (email, password_hash, updated_at)', 'member')`.execute(db);
  await sql`select grant_to_app('update (last_seen_at, expires_at, ended_at)', 'session')`.execute(db);
  await sql`
    select grant_to_app(
      'select, insert (member_id, role, gender, name, stated_age, age_stated_on, city_id, bio, looking_for, created_at, updated_at)',
      'profile'
    )`.execute(db);
  await sql`
    select grant_to_app(
      'update (role, gender, name, stated_age, age_stated_on, city_id, bio, looking_for, is_verified, is_wildcard_city, deactivated_at, suspended_at, updated_at)',
      'profile'
    )`.execute(db);
  await sql`select grant_to_app('delete', 'session')`.execute(db);
  await sql`select grant_to_app('select, insert', 'consent')`.execute(db);
  await sql`select grant_to_app('update (revoked_at)', 'consent')`.execute(db);
}
