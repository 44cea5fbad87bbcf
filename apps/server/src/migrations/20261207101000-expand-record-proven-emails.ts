import { type Kysely, sql } from "kysely";

/**
 * Records whether somebody opened a link in the mailbox of an account, so that an export has what only the address
 * finds. Of older accounts nobody knows it, and the site's setting decides. The last release changes an address without
 * this column, and the new one is unproven.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table member add column is_email_proven boolean;
    comment on column member.is_email_proven is
      'Whether a link mailed to the address was opened; null where it was not recorded';
    select grant_to_app('update (is_email_proven)', 'member');
    create function mark_email_unproven() returns trigger language plpgsql as $$
    begin
      new.is_email_proven := false;
      return new;
    end $$;
    create trigger member_email_is_unproven before update of email on member
      for each row when (
        new.email <> old.email and new.is_email_proven is not distinct from old.is_email_proven
      )
      execute function mark_email_unproven()`.execute(db);
}
