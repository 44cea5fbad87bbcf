import { type Kysely, sql } from "kysely";

/** The setting is about favourites, matches and visits: what others do, except writing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table member_setting rename column has_push_news to has_push_activity`.execute(db);
  await sql`comment on column member_setting.mailed_at is 'When a mail last told of notifications as they came'`.execute(
    db,
  );
  await sql`comment on column member_setting.daily_mailed_at is 'When the mail of the day was last sent'`.execute(db);
}
