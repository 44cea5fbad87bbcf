import { type Kysely, sql } from "kysely";

/**
 * The words that a member typed into a report are evidence, and end six months after the team has closed its case. That
 * there was a report stays, as nobody may change it: only this function does, and the period stands in it. Two reports of
 * one member in a case stay two.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index report_words_index on report (case_id) where details like 'Outro: %'`.execute(db);
  await sql`
    create function forget_report_words(now timestamptz, at_most integer) returns integer
    language sql security definer set search_path = public, pg_temp as $$
      with closed as (
        select id from report_case
        where id in (select case_id from report where details like 'Outro: %')
          and status <> 'pending' and reviewed_at < now - interval '183 days'
        order by reviewed_at, id
        limit at_most
        for update skip locked
      ), numbered as (
        select report.id, row_number() over (partition by case_id, reporter_id order by created_at, report.id) as number
        from report join closed on closed.id = report.case_id
        where reason = 'other'
      ), forgotten as (
        update report set details = case number when 1 then 'Outro' else format('Outro (%s)', number) end
        from numbered where numbered.id = report.id
      )
      select count(*)::integer from closed
    $$`.execute(db);
  await sql`revoke execute on function forget_report_words from public`.execute(db);
}
