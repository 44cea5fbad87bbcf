import { type Kysely, sql } from "kysely";

/**
 * A message changes the numbers and the unread count of two conversations. Without an index on them PostgreSQL writes the new
 * version of the row beside the old one and touches no index. The owner's conversations are read by the primary key and sorted;
 * whether one has unread messages changes with the first message only.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index conversation_list_index`.execute(db);
  await sql`drop index conversation_changed_index`.execute(db);
  await sql`drop index conversation_unread_index`.execute(db);
  await sql`
    alter table conversation add column has_unread boolean not null generated always as (unread > 0) stored`.execute(
    db,
  );
  await sql`create index conversation_unread_index on conversation (owner_id) where has_unread`.execute(db);
}
