import { type Kysely, sql } from "kysely";

/** A message may reply to an earlier one of the same pair. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table message add column reply_to_id uuid references message`.execute(db);
}
