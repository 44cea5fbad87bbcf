import { type Kysely, sql } from "kysely";

/**
 * Comparing an upload with every removed photo takes seconds when there are very many. Two fingerprints of one picture have
 * a row of waves in common almost always, so each photo has a key for each row of each fingerprint, and only those that share
 * one are compared.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table banned_photo add column keys integer[]`.execute(db);
  await sql`
    update banned_photo set keys = array(
      select distinct wave_row * 1048576 + substring(fingerprint from wave_row * 20 + 1 for 20)::bit(20)::integer
      from unnest(fingerprints) fingerprint, generate_series(0, 19) wave_row
    )`.execute(db);
  await sql`alter table banned_photo alter column keys set not null`.execute(db);
  await sql`create index banned_photo_keys_index on banned_photo using gin (keys)`.execute(db);
}
