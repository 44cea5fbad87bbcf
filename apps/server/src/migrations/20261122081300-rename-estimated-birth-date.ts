import { type Kysely, sql } from "kysely";

/** The date is an estimate that follows from a stated age. The indexes that include the column follow it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table profile rename column reckoned_birth_on to estimated_birth_on`.execute(db);
}
