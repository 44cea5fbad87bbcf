import { type Kysely, sql } from "kysely";

/**
 * What the rules noticed in a message when it was sent, for its reader; null for nothing, so that most rows stay as they
 * are. The index serves the question who has tripped the rules lately.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table message add column warnings text[], add constraint message_warnings_check check (warnings <> '{}')`.execute(
    db,
  );
  await sql`create index message_warned_index on message (sender_id, sent_at) where warnings is not null`.execute(db);
}
