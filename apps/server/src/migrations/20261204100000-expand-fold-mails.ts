import { type Kysely, sql } from "kysely";

/** Each mail about an account asks which ones its mailbox got lately, and may take the place of one that waits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index if not exists mail_mailbox_index on mail (recipient, created_at);
    select grant_to_app('update (kind, subject)', 'mail')`.execute(db);
}
