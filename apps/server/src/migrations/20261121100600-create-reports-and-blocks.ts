import { type Kysely, sql } from "kysely";

/**
 * All open reports about one member are one case: a hundred rivals make the team look once. A block is one member's;
 * that the two are hidden from each other follows from it in `hidden_pair`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table report_case (
      id uuid primary key,
      reported_id uuid not null references member on delete cascade,
      status text not null default 'pending' check (status in ('pending', 'reviewed', 'dismissed')),
      opened_at timestamptz not null,
      reviewed_at timestamptz,
      reviewed_by uuid references member,
      check ((status = 'pending') = (reviewed_at is null)),
      check ((status = 'pending') = (reviewed_by is null))
    )`.execute(db);
  await sql`create unique index report_case_open_index on report_case (reported_id) where status = 'pending'`.execute(
    db,
  );
  await sql`create index report_case_list_index on report_case (status, opened_at desc, id)`.execute(db);
  await sql`create index report_case_reported_index on report_case (reported_id)`.execute(db);
  await sql`
    create table report (
      id uuid primary key,
      case_id uuid not null references report_case on delete cascade,
      reporter_id uuid not null references member on delete cascade,
      reason text not null check (char_length(reason) between 1 and 600),
      created_at timestamptz not null,
      unique (case_id, reporter_id, reason)
    )`.execute(db);
  await sql`create index report_reporter_index on report (reporter_id)`.execute(db);
  await sql`
    create table block (
      blocker_id uuid not null references member on delete cascade,
      blocked_id uuid not null references member on delete cascade,
      created_at timestamptz not null,
      primary key (blocker_id, blocked_id),
      check (blocker_id <> blocked_id)
    )`.execute(db);
  await sql`create index block_blocked_index on block (blocked_id)`.execute(db);
  await sql`create index block_list_index on block (blocker_id, created_at desc, blocked_id)`.execute(db);
  await sql`select grant_to_app('select, insert, delete', 'block')`.execute(db);
  await sql`select grant_to_app('select, insert', 'report')`.execute(db);
  await sql`select grant_to_app('select, insert, update (status, reviewed_at, reviewed_by)', 'report_case')`.execute(
    db,
  );
}
