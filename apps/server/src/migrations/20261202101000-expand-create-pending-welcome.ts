import { type Kysely, sql } from "kysely";

/**
 * Who has not seen the welcome of a new account yet. A sign-up and the taking over of a managed profile add a row; the
 * browser that shows the welcome removes it. Accounts from before have none, because they need no welcome.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table pending_welcome (
      member_id uuid primary key references member on delete cascade
    );
    select grant_to_app('select, insert, delete', 'pending_welcome')`.execute(db);
}
