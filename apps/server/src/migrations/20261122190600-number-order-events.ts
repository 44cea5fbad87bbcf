import { type Kysely, sql } from "kysely";

/** Several events of one order may have one moment: the history shows them in the order in which they were written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table order_event
      alter column id set default gen_random_uuid(),
      add column position bigint generated always as identity`.execute(db);
  await sql`create index order_event_position_index on order_event (order_id, position)`.execute(db);
  await sql`drop index order_event_order_index`.execute(db);
}
