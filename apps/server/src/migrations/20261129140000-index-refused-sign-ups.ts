import { type Kysely, sql } from "kysely";

/** The passwords of refused sign-ups go after a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index refused_sign_up_created_index on refused_sign_up (created_at)`.execute(db);
}
