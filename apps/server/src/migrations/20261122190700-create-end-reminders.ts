import { type Kysely, sql } from "kysely";

/** That the end of paid time was announced to a member: once for each end, however often the job runs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table end_reminder (
      member_id uuid not null references member,
      what text not null check (what in ('premium', 'highlight')),
      ends_at timestamptz not null,
      primary key (member_id, what, ends_at)
    )`.execute(db);
  await sql`create index end_reminder_ends_index on end_reminder (ends_at)`.execute(db);
  await sql`select grant_to_app('select, insert, delete', 'end_reminder')`.execute(db);
}
