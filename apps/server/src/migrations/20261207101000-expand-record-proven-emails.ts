import { type Kysely, sql } from "kysely";

/**
 * Records whether somebody opened a link in the mailbox of an account, so that an export has what only the address
 * finds. Of older accounts nobody knows it, and the site's setting decides.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table member add column is_email_proven boolean;
    comment on column member.is_email_proven is
      'Whether a link mailed to the address was opened; null where it was not recorded';
    select grant_to_app('update (is_email_proven)', 'member')`.execute(db);
}
