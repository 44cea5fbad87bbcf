import { type Kysely, sql } from "kysely";

/** What calls the team is gathered here, in the transaction that causes it, until the next mail tells how much it was. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table alarm (
      id uuid primary key,
      kind text not null,
      happened_at timestamptz not null
    )`.execute(db);
  await sql`select grant_to_app('select, insert, delete', 'alarm')`.execute(db);
  // When the last mail left is asked with each alarm, also while guests cause thousands of other mails.
  await sql`create index mail_alarm_index on mail (created_at desc) where kind = 'alarm'`.execute(db);
}
