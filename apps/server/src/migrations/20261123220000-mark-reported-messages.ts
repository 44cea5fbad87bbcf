import { type Kysely, sql } from "kysely";

/** A report may name messages: a case shows which ones, among those that stood around them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table case_message add column is_reported boolean not null default false`.execute(db);
  // A message that an earlier report kept may be named by a later one.
  await sql`select grant_to_app('update (is_reported)', 'case_message')`.execute(db);
}
