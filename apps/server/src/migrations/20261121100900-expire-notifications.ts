import { type Kysely, sql } from "kysely";

/** Notifications are kept for 90 days; that a pair matched is kept for good, because a pair matches once, ever. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index notification_age_index on notification (created_at) where type <> 'match'`.execute(db);
  await sql`select grant_to_app('delete', 'notification')`.execute(db);
}
