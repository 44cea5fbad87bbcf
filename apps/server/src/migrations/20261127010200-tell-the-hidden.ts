import { type Kysely, sql } from "kysely";

/**
 * Whoever is hidden by a notice is told at once and may answer: a measure that nobody of the team took. It ends when the photo
 * or the profile is shown again, or the team decides otherwise.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table measure
      drop constraint measure_kind_check,
      add constraint measure_kind_check
        check (kind in ('warning', 'photo_hidden', 'suspension', 'ban', 'under_review')),
      add column notice_id uuid references notice on delete set null,
      add constraint measure_notice_check check (notice_id is null or kind = 'under_review')`.execute(db);
  await sql`comment on column measure.notice_id is 'The notice by which the photo or the profile went out of sight'`.execute(
    db,
  );
  await sql`create index measure_notice_index on measure (notice_id) where notice_id is not null`.execute(db);
  // An answer stands with its notice, and not among the appeals.
  await sql`drop index measure_appeal_index`.execute(db);
  await sql`
    create index measure_appeal_index on measure (appealed_at, id)
      where appealed_at is not null and decided_at is null and kind <> 'under_review'`.execute(db);
}
