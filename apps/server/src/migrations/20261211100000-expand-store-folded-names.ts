import { type Kysely, sql } from "kysely";

/**
 * Searches through the names of many members compare this column, because folding a name takes longer than reading it.
 * The table is rewritten: some seconds at a million members, in which its reads wait.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table profile add column folded_name text generated always as (fold_text(name)) stored`.execute(db);
}
