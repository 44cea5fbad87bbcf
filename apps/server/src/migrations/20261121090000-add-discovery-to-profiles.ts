import { type Kysely, sql } from "kysely";

/**
 * What discovery orders and filters by. Both indexes hold all that one page asks of them, so that finding 24 profiles
 * reads 24 entries whether there are a thousand members or a million.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The day of birth that the stated age comes to: unlike an age it never has to be brought up to date.
  await sql`
    alter table profile
      add column reckoned_birth_on date
        generated always as ((age_stated_on - make_interval(years => stated_age))::date) stored,
      add column tier smallint not null default 2 check (tier between 0 and 3),
      add column tier_until timestamptz,
      add column shuffle_key integer not null default floor(random() * 2147483647)::integer check (shuffle_key >= 0),
      add column is_managed boolean not null default false check (not (is_managed and is_verified)),
      add column is_demo boolean not null default false`.execute(db);
  await sql`comment on column profile.tier is '0 premium or highlighted, 1 verified, 2 the rest, 3 managed'`.execute(
    db,
  );
  await sql`comment on column profile.tier_until is 'When a paid place runs out; null when nothing does'`.execute(db);
  await sql`update profile set tier = 1 where is_verified`.execute(db);

  await sql`
    create index profile_discovery_index on profile (role, tier, shuffle_key, member_id)
      include (city_id, reckoned_birth_on) where is_active`.execute(db);
  await sql`
    create index profile_discovery_city_index on profile (city_id, role, tier, shuffle_key, member_id)
      include (reckoned_birth_on) where is_active`.execute(db);
  await sql`
    create index profile_discovery_wildcard_index on profile (role, tier, shuffle_key, member_id)
      include (city_id, reckoned_birth_on) where is_active and is_wildcard_city`.execute(db);
  // The few of the staff, whom each start looks for among millions.
  await sql`create index profile_staff_index on profile (member_id) where is_admin`.execute(db);
  await sql`create index profile_tier_until_index on profile (tier_until) where tier_until is not null`.execute(db);

  await sql`select grant_to_app('insert (tier, is_managed), update (tier, tier_until, shuffle_key)', 'profile')`.execute(
    db,
  );
}
