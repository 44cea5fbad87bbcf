import { type Kysely, sql } from "kysely";

/**
 * All open reports about one member are one case: a hundred rivals make the team look once. What was reported must not vanish
 * while the team looks at it: a case keeps the messages between the two, the photos and the words of the profile as they stood
 * at the report. The gravest reason of its reports orders the queue.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table report_case (
      id uuid primary key,
      reported_id uuid not null references member on delete cascade,
      status text not null default 'pending' check (status in ('pending', 'reviewed', 'dismissed')),
      opened_at timestamptz not null,
      reviewed_at timestamptz,
      reviewed_by uuid references member,
      severity smallint not null default 0 check (severity between 0 and 3),
      flagged_at timestamptz,
      check ((status = 'pending') = (reviewed_at is null)),
      check ((status = 'pending') = (reviewed_by is null))
    );
    comment on column report_case.flagged_at is
      'When the rules put the member before the team; null when nobody but members did';
    create unique index report_case_open_index on report_case (reported_id) where status = 'pending';
    create index report_case_reported_index on report_case (reported_id);
    create index report_case_queue_index on report_case (severity desc, opened_at desc, id desc)
      where status = 'pending';
    create index report_case_newest_index on report_case (opened_at desc, id desc);
    create index report_case_list_index on report_case (status, opened_at desc, id desc);
    select grant_to_app('select, insert', 'report_case');
    select grant_to_app('update (status, reviewed_at, reviewed_by, severity, flagged_at)', 'report_case');

    -- Reasons other than "other" have no details, and a null counts as equal to another one: one report of a reason counts once.
    create table report (
      id uuid primary key,
      case_id uuid not null references report_case on delete cascade,
      reporter_id uuid not null references member on delete cascade,
      reason text not null check (reason in (
        'fake_profile', 'inappropriate_photos', 'inappropriate_behavior', 'spam_or_scam', 'harassment', 'underage', 'other'
      )),
      created_at timestamptz not null,
      details text,
      file_name text,
      constraint report_details_check check (
        (reason = 'other') = (details is not null) and char_length(details) between 1 and 600
      ),
      constraint report_photo_check check (file_name is null or reason = 'inappropriate_photos'),
      constraint report_once_key unique nulls not distinct (case_id, reporter_id, reason, details, file_name)
    );
    comment on column report.details is 'The words of a member, with the prefix "Outro: "; null for any other reason';
    comment on column report.file_name is 'The photo that the reporter means; null for none in particular';
    create index report_reporter_index on report (reporter_id);
    create index report_created_index on report (created_at);
    create index report_words_index on report (case_id) where details like 'Outro: %';
    select grant_to_app('select, insert', 'report');

    -- To change what is kept is granted only to lock rows, and to say that a later report names the message as well.
    create table case_message (
      case_id uuid not null references report_case on delete cascade,
      message_id uuid not null,
      sender_id uuid not null,
      recipient_id uuid not null,
      text text not null,
      sent_at timestamptz not null,
      kept_at timestamptz not null,
      is_reported boolean not null default false,
      primary key (case_id, message_id)
    );
    create index case_message_kept_at_index on case_message (kept_at);
    select grant_to_app('select, insert, delete, update (kept_at, is_reported)', 'case_message');

    create table case_photo (
      case_id uuid not null references report_case on delete cascade,
      file_name text not null references photo_object,
      photo_id uuid not null,
      width integer not null,
      height integer not null,
      thumbhash text not null,
      kept_at timestamptz not null,
      primary key (case_id, file_name)
    );
    create index case_photo_file_name_index on case_photo (file_name);
    create index case_photo_photo_index on case_photo (photo_id);
    create index case_photo_kept_at_index on case_photo (kept_at);
    select grant_to_app('select, insert, delete, update (kept_at)', 'case_photo');

    create table case_profile (
      case_id uuid primary key references report_case on delete cascade,
      facts jsonb not null,
      kept_at timestamptz not null
    );
    create index case_profile_kept_at_index on case_profile (kept_at);
    select grant_to_app('select, insert, delete, update (kept_at)', 'case_profile');

    -- Whose first messages to strangers look like frauds again and again starts fewer conversations until the team has
    -- looked: nothing else follows from the rules alone. Once lifted, only what was written since counts.
    create table slowed_member (
      member_id uuid primary key references member on delete cascade,
      slowed_at timestamptz not null,
      lifted_at timestamptz,
      lifted_by uuid references member,
      check ((lifted_at is null) = (lifted_by is null))
    );
    select grant_to_app('select, insert, update (slowed_at, lifted_at, lifted_by)', 'slowed_member');

    -- The words that a member typed into a report are evidence, and end six months after the team has closed its case. That
    -- there was a report stays, as nobody may change it: only this function does, and the period stands in it. Two reports of
    -- one member in a case stay two.
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
    $$;
    revoke execute on function forget_report_words from public`.execute(db);
}
