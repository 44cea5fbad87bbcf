import { type Kysely, sql } from "kysely";

/**
 * Several alerts of a member may be open at once, so that no later one takes an earlier one away. Mails about
 * other things hold such a link, too, so only the mails say when a member was last told of a new browser.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index account_link_open_index;
    create unique index account_link_open_index on account_link (member_id, kind)
      where used_at is null and kind <> 'sign_in_alert';
    create index mail_sign_in_alert_index on mail (recipient, created_at) where kind = 'sign-in-alert'`.execute(db);
}
