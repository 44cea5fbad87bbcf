import { type Kysely, sql } from "kysely";

/**
 * The copies of their own data that members ask for. A member has one row at most, so two at once are impossible; a new
 * request takes the row over. The row goes with the standing of the account, and without it nobody can read its file.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table personal_export (
      member_id uuid primary key references member on delete cascade,
      id uuid not null unique,
      state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
      percent integer not null default 0 check (percent between 0 and 100),
      sealed_key bytea not null,
      file_name text unique check (file_name ~ '^[0-9a-f-]{36}$'),
      bytes bigint check (bytes > 0),
      requested_at timestamptz not null,
      finished_at timestamptz,
      check ((state = 'waiting') = (finished_at is null)),
      check ((state = 'ready') = (bytes is not null)),
      check (state <> 'ready' or file_name is not null)
    );
    comment on column personal_export.file_name is 'The file of the latest attempt; a job whose file it is not any more has lost its place';
    create index personal_export_requested_at_index on personal_export (requested_at);
    select grant_to_app('select, insert, delete, update (
      id, state, percent, sealed_key, file_name, bytes, requested_at, finished_at
    )', 'personal_export');

    -- Whoever leaves, is suspended or is banned must not find an old copy when they come back.
    create function remove_export_of_profile() returns trigger language plpgsql as $$
    begin
      delete from personal_export where member_id = new.member_id;
      return null;
    end $$;
    create trigger profile_export_end after update of deactivated_at, suspended_at, banned_at on profile
      for each row when (
        old.deactivated_at is null and new.deactivated_at is not null
        or old.suspended_at is null and new.suspended_at is not null
        or old.banned_at is null and new.banned_at is not null
      )
      execute function remove_export_of_profile();

    -- The export finds rows by their holder, also those that nothing else looks for.
    create index account_link_member_index on account_link (member_id);
    create index automatic_hide_holder_index on automatic_hide (member_id);
    create index mail_recipient_index on mail (recipient);
    create index notice_sender_email_index on notice (sender_email);
    create index withdrawal_review_holder_index on withdrawal_review (member_id)`.execute(db);
}
