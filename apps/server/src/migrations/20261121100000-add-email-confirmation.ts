import { type Kysely, sql } from "kysely";

/** An account whose address was not shown to be its owner's is as invisible as one that left: `is_active` says so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table profile
      add column awaits_confirmation boolean not null default false,
      drop column is_active`.execute(db);
  // PostgreSQL before 17 cannot change what a column is generated from; its indexes went with it.
  await sql`
    alter table profile add column is_active boolean not null
      generated always as (deactivated_at is null and suspended_at is null and not awaits_confirmation) stored`.execute(
    db,
  );
  await sql`
    create index profile_discovery_index on profile (role, tier, shuffle_key, member_id)
      include (city_id, reckoned_birth_on) where is_active`.execute(db);
  await sql`
    create index profile_discovery_city_index on profile (city_id, role, tier, shuffle_key, member_id)
      include (reckoned_birth_on) where is_active`.execute(db);
  await sql`
    create index profile_discovery_wildcard_index on profile (role, tier, shuffle_key, member_id)
      include (city_id, reckoned_birth_on) where is_active and is_wildcard_city`.execute(db);
  await sql`
    select grant_to_app('insert (awaits_confirmation), update (awaits_confirmation)', 'profile')`.execute(db);
}
