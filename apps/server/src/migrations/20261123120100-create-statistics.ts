import { type Kysely, sql } from "kysely";

/**
 * The numbers of the dashboard, a row a day and name. A job counts them, so that opening the dashboard reads some hundred
 * rows whether there are a thousand members or a million; the indexes let the job count without reading profiles.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table daily_statistic (
      day date not null,
      name text not null,
      value bigint not null check (value >= 0),
      counted_at timestamptz not null,
      primary key (day, name)
    )`.execute(db);
  await sql`comment on column daily_statistic.value is 'What happened on the day, or, for what there is of something, how it stood at the end of the day'`.execute(
    db,
  );
  await sql`select grant_to_app('select, insert, update (value, counted_at)', 'daily_statistic')`.execute(db);

  await sql`create index profile_statistics_index on profile (is_verified) where role <> 'admin'`.execute(db);
  await sql`
    create index profile_joined_index on profile (created_at) where role <> 'admin' and not is_managed`.execute(db);
  await sql`create index report_created_index on report (created_at)`.execute(db);
  await sql`create index entitlement_courtesy_index on entitlement (member_id) where has_courtesy_premium`.execute(db);
  // Those who hide their presence count as active too, and have no place in the index of those who show it.
  await sql`create index presence_hidden_index on presence (active_step) where is_hidden`.execute(db);
}
