import { type Kysely, sql } from "kysely";

/** What members set for themselves; without a row the defaults hold. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table member_setting (
      member_id uuid primary key references member on delete cascade,
      has_pop_ups boolean not null default true,
      has_sound boolean not null default true,
      mail_messages text not null default 'never' check (mail_messages in ('never', 'each', 'daily')),
      mail_favorites text not null default 'never' check (mail_favorites in ('never', 'each', 'daily')),
      mail_visits text not null default 'never' check (mail_visits in ('never', 'each', 'daily')),
      has_push_messages boolean not null default true,
      has_push_activity boolean not null default true,
      has_names_outside boolean not null default false,
      is_invisible boolean not null default false,
      offers_availability boolean not null default false,
      has_discreet_titles boolean not null default false,
      updated_at timestamptz not null,
      mailed_at timestamptz,
      daily_mailed_at timestamptz
    );
    comment on column member_setting.mailed_at is 'When a mail last told of notifications as they came';
    comment on column member_setting.daily_mailed_at is 'When the mail of the day was last sent';
    -- The few whom the day's mail is for.
    create index member_setting_daily_index on member_setting (member_id)
      where 'daily' in (mail_messages, mail_favorites, mail_visits);
    -- The few who offer it, among all who have changed any setting.
    create index member_setting_availability_index on member_setting (member_id) where offers_availability;
    select grant_to_app('select, insert, update', 'member_setting')`.execute(db);
}
