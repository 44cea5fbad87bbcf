import { type Kysely, sql } from "kysely";

/** Browsers in which a member signed up or signed in. The hash is of the member and the cookie's secret together. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table known_device (
      member_id uuid not null references member on delete cascade,
      token_hash bytea not null check (length(token_hash) = 32),
      last_used_at timestamptz not null,
      primary key (member_id, token_hash)
    )`.execute(db);
  await sql`create index known_device_last_used_index on known_device (last_used_at)`.execute(db);
  await sql`select grant_to_app('select, insert, delete, update (last_used_at)', 'known_device')`.execute(db);
}
