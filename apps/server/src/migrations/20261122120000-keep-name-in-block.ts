import { type Kysely, sql } from "kysely";

/** The list of blocks must not show what a member who went out of sight is called since then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table block add column blocked_name text`.execute(db);
  await sql`
    update block set blocked_name = profile.name from profile where profile.member_id = block.blocked_id`.execute(db);
  await sql`alter table block alter column blocked_name set not null`.execute(db);
  await sql`comment on column block.blocked_name is 'The name by which the blocker knew them'`.execute(db);
}
