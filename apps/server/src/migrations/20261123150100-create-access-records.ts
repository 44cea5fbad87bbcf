import { type Kysely, sql } from "kysely";

/**
 * The access log that the law asks for: member, address and time, sealed with a key of the data folder. A row is found by
 * keyed hashes, so that nobody without that key learns from the table who was there. The product writes and removes it, and
 * only the database's owner reads it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table access_record (
      member_key bytea not null check (length(member_key) = 32),
      hour timestamptz not null,
      address_key bytea not null check (length(address_key) = 32),
      sealed bytea not null,
      primary key (member_key, hour, address_key)
    )`.execute(db);
  await sql`create index access_record_hour_index on access_record (hour)`.execute(db);
  await sql`select grant_to_app('insert, delete', 'access_record')`.execute(db);
  await sql`select grant_to_app('select (member_key, hour, address_key)', 'access_record')`.execute(db);
}
