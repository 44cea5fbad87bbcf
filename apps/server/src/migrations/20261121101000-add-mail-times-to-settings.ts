import { type Kysely, sql } from "kysely";

/** So that nobody is mailed more often than they may be, whatever is tried again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table member_setting
      add column mailed_at timestamptz,
      add column daily_mailed_at timestamptz`.execute(db);
  await sql`comment on column member_setting.mailed_at is 'When a mail last told of news as they came'`.execute(db);
  await sql`comment on column member_setting.daily_mailed_at is 'When the mail of the day last left'`.execute(db);
}
