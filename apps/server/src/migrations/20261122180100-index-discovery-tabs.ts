import { type Kysely, sql } from "kysely";

/**
 * So that no filter and no tab walks all members: the indexes of discovery also hold who is verified, one holds members by
 * the time of their sign-up, and one those who were active lately.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index profile_discovery_index, profile_discovery_city_index, profile_discovery_wildcard_index`.execute(
    db,
  );
  await sql`
    create index profile_discovery_index on profile (role, tier, shuffle_key, member_id)
      include (city_id, estimated_birth_on, is_verified) where is_active`.execute(db);
  await sql`
    create index profile_discovery_city_index on profile (city_id, role, tier, shuffle_key, member_id)
      include (estimated_birth_on, is_verified) where is_active`.execute(db);
  await sql`
    create index profile_discovery_wildcard_index on profile (role, tier, shuffle_key, member_id)
      include (city_id, estimated_birth_on, is_verified) where is_active and is_wildcard_city`.execute(db);
  await sql`
    create index profile_discovery_new_index on profile (role, created_at)
      include (tier, shuffle_key, member_id, city_id, estimated_birth_on, is_verified, is_wildcard_city)
      where is_active and not is_managed`.execute(db);

  // In steps of five minutes, because an index of the moment itself would be written at each ping.
  await sql`
    alter table presence add column active_step timestamptz not null
      generated always as (date_bin('5 minutes', last_active_at, to_timestamp(0))) stored`.execute(db);
  await sql`create index presence_active_index on presence (active_step) where not is_hidden`.execute(db);
}
