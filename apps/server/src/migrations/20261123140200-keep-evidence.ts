import { type Kysely, sql } from "kysely";

/**
 * What was reported must not vanish while the team looks at it: a case keeps the messages between the two, the photos and
 * the words of the profile as they stood at the report. The gravest reason of its reports orders the queue.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table report_case add column severity smallint not null default 0 check (severity between 0 and 3)`.execute(
    db,
  );
  await sql`
    update report_case set severity = worst.severity from (
      select case_id, max(case reason
        when 'underage' then 3
        when 'inappropriate_photos' then 2 when 'harassment' then 2
        when 'other' then 0 else 1 end) as severity
      from report group by case_id
    ) worst where worst.case_id = report_case.id`.execute(db);
  await sql`create index report_case_queue_index on report_case (severity desc, opened_at desc, id desc) where status = 'pending'`.execute(
    db,
  );
  await sql`create index report_case_newest_index on report_case (opened_at desc, id desc)`.execute(db);
  await sql`drop index report_case_list_index`.execute(db);
  await sql`create index report_case_list_index on report_case (status, opened_at desc, id desc)`.execute(db);
  await sql`select grant_to_app('update (severity)', 'report_case')`.execute(db);

  await sql`
    alter table report
      add column file_name text,
      drop constraint report_once_key,
      add constraint report_once_key unique nulls not distinct (case_id, reporter_id, reason, details, file_name),
      add constraint report_photo_check check (file_name is null or reason = 'inappropriate_photos')`.execute(db);
  await sql`comment on column report.file_name is 'The photo that the reporter means; null for none in particular'`.execute(
    db,
  );

  await sql`
    create table case_message (
      case_id uuid not null references report_case on delete cascade,
      message_id uuid not null,
      sender_id uuid not null,
      recipient_id uuid not null,
      text text not null,
      sent_at timestamptz not null,
      kept_at timestamptz not null,
      primary key (case_id, message_id)
    )`.execute(db);
  await sql`
    create table case_photo (
      case_id uuid not null references report_case on delete cascade,
      file_name text not null references photo_object,
      photo_id uuid not null,
      width integer not null,
      height integer not null,
      thumbhash text not null,
      kept_at timestamptz not null,
      primary key (case_id, file_name)
    )`.execute(db);
  await sql`create index case_photo_file_name_index on case_photo (file_name)`.execute(db);
  await sql`create index case_photo_photo_index on case_photo (photo_id)`.execute(db);
  await sql`
    create table case_profile (
      case_id uuid primary key references report_case on delete cascade,
      facts jsonb not null,
      kept_at timestamptz not null
    )`.execute(db);
  for (const table of ["case_message", "case_photo", "case_profile"]) {
    await sql`create index ${sql.ref(`${table}_kept_at_index`)} on ${sql.table(table)} (kept_at)`.execute(db);
    await sql`select grant_to_app('select, insert, delete', ${table})`.execute(db);
    // Needed only to lock rows: evidence never changes.
    await sql`select grant_to_app('update (kept_at)', ${table})`.execute(db);
  }
}
