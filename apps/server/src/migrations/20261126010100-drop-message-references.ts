import { type Kysely, sql } from "kysely";

/**
 * Each message locked the rows of both members, and looked for itself twice, to prove what its own statement holds already: it
 * locks the streams of both, which only members have, and a conversation names the message that is stored with it. A member who
 * has a conversation cannot be removed, because the other side's row still names them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table message
      drop constraint message_sender_id_fkey,
      drop constraint message_recipient_id_fkey`.execute(db);
  await sql`alter table conversation drop constraint conversation_last_message_id_fkey`.execute(db);
}
