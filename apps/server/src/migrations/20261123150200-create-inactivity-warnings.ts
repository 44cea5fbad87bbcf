import { type Kysely, sql } from "kysely";

/** Who was warned that an account without a sign-in will be deactivated. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table inactivity_warning (
      member_id uuid primary key references member on delete cascade,
      warned_at timestamptz not null
    )`.execute(db);
  await sql`create index inactivity_warning_time_index on inactivity_warning (warned_at)`.execute(db);
  await sql`select grant_to_app('select, insert, delete', 'inactivity_warning')`.execute(db);
}
