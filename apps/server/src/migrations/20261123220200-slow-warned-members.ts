import { type Kysely, sql } from "kysely";

/**
 * Whose first messages to strangers look like frauds again and again starts fewer conversations until the team has
 * looked: nothing else follows from the rules alone. Once lifted, only what was written since counts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table slowed_member (
      member_id uuid primary key references member on delete cascade,
      slowed_at timestamptz not null,
      lifted_at timestamptz,
      lifted_by uuid references member,
      check ((lifted_at is null) = (lifted_by is null))
    )`.execute(db);
  await sql`select grant_to_app('select, insert, update (slowed_at, lifted_at, lifted_by)', 'slowed_member')`.execute(
    db,
  );
  await sql`alter table report_case add column flagged_at timestamptz`.execute(db);
  await sql`comment on column report_case.flagged_at is 'When the rules put the member before the team; null when nobody but members did'`.execute(
    db,
  );
  await sql`select grant_to_app('update (flagged_at)', 'report_case')`.execute(db);
}
