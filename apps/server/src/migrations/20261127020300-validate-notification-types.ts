import { type Kysely, sql } from "kysely";

/** Reads all notifications. By itself it lets others read and write them meanwhile. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notification validate constraint notification_type_check`.execute(db);
}
