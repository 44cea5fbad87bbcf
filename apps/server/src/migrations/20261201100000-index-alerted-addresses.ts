import { type Kysely, sql } from "kysely";

/** An address with an open alert cannot be taken by another account, so each new address is looked up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index account_link_alerted_index on account_link (email)
      where used_at is null and kind = 'sign_in_alert'`.execute(db);
}
