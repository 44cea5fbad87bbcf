import { type Kysely, sql } from "kysely";

/** The mail about a sign-in in a new browser has a link, by which its reader ends all sessions of the account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account_link drop constraint account_link_kind_check;
    alter table account_link add constraint account_link_kind_check
      check (kind in ('recovery', 'confirmation', 'email_change', 'claim', 'sign_in_alert'))`.execute(db);
}
