import { type Kysely, sql } from "kysely";

/** Tells the dashboard of the backups that were made. The command that makes them writes as the database's owner. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table backup_run (
      id uuid primary key,
      taken_at timestamptz not null,
      finished_at timestamptz not null check (finished_at >= taken_at),
      bytes bigint not null check (bytes > 0),
      is_encrypted boolean not null
    )`.execute(db);
  await sql`create index backup_run_taken_at_index on backup_run (taken_at)`.execute(db);
  await sql`comment on column backup_run.taken_at is 'What was written before this moment is in the backup'`.execute(
    db,
  );
  await sql`select grant_to_app('select', 'backup_run')`.execute(db);
}
