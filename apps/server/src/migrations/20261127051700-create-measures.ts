import { type Kysely, sql } from "kysely";

/**
 * What the team does to a member, in words that the member reads, and the one appeal against it. A measure whose member
 * cannot sign in is appealed by the secret of its mail, of which only the hash is stored. Whoever is hidden by a notice is told
 * at once and may answer: a measure that nobody of the team took.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table measure (
      id uuid primary key,
      member_id uuid not null references member on delete cascade,
      kind text not null check (kind in ('warning', 'photo_hidden', 'suspension', 'ban', 'under_review')),
      reason text not null check (char_length(reason) between 1 and 500),
      case_id uuid references report_case on delete set null,
      photo_id uuid,
      taken_by uuid references member,
      taken_at timestamptz not null,
      until timestamptz,
      ended_at timestamptz,
      ended_by uuid references member,
      appeal_token_hash bytea unique check (length(appeal_token_hash) = 32),
      appeal_text text check (char_length(appeal_text) between 1 and 2000),
      appealed_at timestamptz,
      decided_at timestamptz,
      decided_by uuid references member,
      is_granted boolean,
      answer text check (char_length(answer) between 1 and 500),
      notice_id uuid references notice on delete set null,
      check (until is null or kind = 'suspension'),
      check ((photo_id is not null) = (kind = 'photo_hidden')),
      check ((appeal_text is null) = (appealed_at is null)),
      check (num_nulls(decided_at, decided_by, is_granted, answer) in (0, 4)),
      check (decided_at is null or appealed_at is not null),
      constraint measure_notice_check check (notice_id is null or kind = 'under_review')
    );
    comment on column measure.notice_id is 'The notice by which the photo or the profile went out of sight';
    create index measure_member_index on measure (member_id, taken_at desc, id);
    create index measure_case_index on measure (case_id) where case_id is not null;
    create index measure_photo_index on measure (photo_id) where photo_id is not null;
    create index measure_decided_index on measure (decided_at desc, id) where decided_at is not null;
    -- A member is suspended or banned by one measure at a time.
    create unique index measure_suspension_index on measure (member_id)
      where kind in ('suspension', 'ban') and ended_at is null;
    create index measure_notice_index on measure (notice_id) where notice_id is not null;
    -- An answer to being hidden by a notice stands with its notice, and not among the appeals.
    create index measure_appeal_index on measure (appealed_at, id)
      where appealed_at is not null and decided_at is null and kind <> 'under_review';
    select grant_to_app('select, insert', 'measure');
    select grant_to_app('update (
      ended_at, ended_by, appeal_token_hash, appeal_text, appealed_at, decided_at, decided_by, is_granted, answer
    )', 'measure');

    -- What does not come back after a ban: e-mail address and document number as keyed hashes, photos as fingerprints. A photo
    -- has a fingerprint for each way in which it may have been cut, 400 bits each.
    create table ban_mark (
      kind text not null check (kind in ('email', 'document')),
      hash bytea not null check (length(hash) = 32),
      member_id uuid references member on delete set null,
      banned_at timestamptz not null,
      primary key (kind, hash)
    );
    create index ban_mark_member_index on ban_mark (member_id);
    select grant_to_app('select, insert, delete', 'ban_mark');

    create table banned_photo (
      id uuid primary key,
      member_id uuid references member on delete set null,
      file_name text not null,
      fingerprints bit(400)[] not null,
      banned_at timestamptz not null,
      is_pending boolean not null default false
    );
    comment on column banned_photo.is_pending is
      'Waits for the review and binds its member only; false once it binds everybody';
    create unique index banned_photo_file_name_index on banned_photo (file_name);
    create index banned_photo_member_index on banned_photo (member_id);
    select grant_to_app('select, insert, delete, update (is_pending)', 'banned_photo');

    -- A hidden photo leaves the gallery and waits here, so that no query can show it by mistake, with the position that it
    -- returns to. What a report hid by itself is noted for each reporter: one may hide one thing until the team has looked.
    create table hidden_photo (
      id uuid primary key,
      member_id uuid not null references member on delete cascade,
      file_name text not null unique references photo_object,
      position smallint not null check (position between 0 and 4),
      width integer not null check (width > 0),
      height integer not null check (height > 0),
      thumbhash text not null,
      created_at timestamptz not null,
      hidden_at timestamptz not null,
      is_under_review boolean not null
    );
    comment on column hidden_photo.is_under_review is
      'Hidden by reports or a notice; false once the team has decided that it stays away';
    create index hidden_photo_member_index on hidden_photo (member_id);
    create index hidden_photo_hidden_at_index on hidden_photo (hidden_at) where not is_under_review;
    select grant_to_app('select, insert, delete, update (hidden_at, is_under_review)', 'hidden_photo');

    create table automatic_hide (
      id uuid primary key,
      member_id uuid not null references member on delete cascade,
      case_id uuid references report_case on delete cascade,
      reporter_id uuid references member on delete cascade,
      photo_id uuid,
      hidden_at timestamptz not null,
      ended_at timestamptz
    );
    comment on column automatic_hide.photo_id is 'The hidden photo; null when the whole profile was hidden';
    create unique index automatic_hide_reporter_index on automatic_hide (reporter_id) where ended_at is null;
    create index automatic_hide_member_index on automatic_hide (member_id) where ended_at is null;
    create index automatic_hide_case_index on automatic_hide (case_id);
    select grant_to_app('select, insert, update (ended_at)', 'automatic_hide')`.execute(db);
}
