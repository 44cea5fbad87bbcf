import { type Kysely, sql } from "kysely";

/** So that the dashboard finds what waits for the team without reading what is done. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index order_event_stray_index on order_event (happened_at, order_id)
    where kind in ('mismatch', 'surplus')`.execute(db);
  await sql`create index money_return_dispute_index on money_return (created_at) where state = 'open'`.execute(db);
  await sql`
    create index mail_waiting_index on mail (created_at) where sent_at is null and failed_at is null`.execute(db);
  await sql`create index mail_failed_index on mail (failed_at) where failed_at is not null`.execute(db);
}
