import { type Kysely, sql } from "kysely";

/** A reason is stored as a key; the words that only "Outro" has are details. One report of a reason counts once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table report add column details text`.execute(db);
  await sql`alter table report drop constraint report_reason_check`.execute(db);
  await sql`alter table report drop constraint report_case_id_reporter_id_reason_key`.execute(db);
  await sql`
    update report set reason = coalesce(key, 'other'), details = case when key is null then reason end
    from (
      select id, case reason
        when 'Perfil falso' then 'fake_profile'
        when 'Fotos inadequadas' then 'inappropriate_photos'
        when 'Comportamento inadequado' then 'inappropriate_behavior'
        when 'Spam ou golpe' then 'spam_or_scam'
        when 'Assédio' then 'harassment'
        when 'Menor de idade' then 'underage'
      end as key
      from report
    ) keyed
    where keyed.id = report.id`.execute(db);
  await sql`
    alter table report
      add constraint report_reason_check check (reason in (
        'fake_profile', 'inappropriate_photos', 'inappropriate_behavior', 'spam_or_scam', 'harassment', 'underage', 'other'
      )),
      add constraint report_details_check check (
        (reason = 'other') = (details is not null) and char_length(details) between 1 and 600
      )`.execute(db);
  // Reasons other than "other" have no details, and a null counts as equal to another one.
  await sql`
    alter table report
      add constraint report_once_key unique nulls not distinct (case_id, reporter_id, reason, details)`.execute(db);
  await sql`comment on column report.details is 'The words of a member, with the prefix "Outro: "; null for any other reason'`.execute(
    db,
  );
}
