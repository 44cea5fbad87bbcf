import { type Kysely, sql } from "kysely";

/** The function is named for what it does: it adds a job for the role of the app. Its grants and its body stay. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter function add_product_job rename to add_app_job`.execute(db);
}
