import { type Kysely, sql } from "kysely";

/**
 * Anybody may ask for a recovery or a confirmation at an address, so the links of one hour are open beside each other.
 * A member still has one open invitation and one open change of the address.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index account_link_open_index;
    create unique index account_link_open_index on account_link (member_id, kind)
      where used_at is null and kind in ('email_change', 'claim')`.execute(db);
}
