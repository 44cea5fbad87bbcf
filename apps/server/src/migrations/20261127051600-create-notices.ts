import { type Kysely, sql } from "kysely";

/**
 * Notices of content by anybody, with or without an account: intimate pictures and the safety of minors. What a notice may hide
 * before anybody has looked depends on its sender: whether the mailbox was confirmed by the secret of a mail, of which only the
 * hash is stored, whether a member sent it, and whether it came above a brake of the hour. So every notice keeps its mailbox,
 * without the ways of spelling it, and the keyed hash of its network: each of them hides one thing until the team has looked.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notice (
      id uuid primary key,
      kind text not null check (kind in ('intimate', 'minor', 'other')),
      address text not null check (char_length(address) between 1 and 500),
      words text not null check (char_length(words) between 1 and 2000),
      sender_name text not null check (char_length(sender_name) between 1 and 60),
      sender_email text not null check (sender_email = lower(sender_email) and length(sender_email) <= 254),
      member_id uuid references member on delete set null,
      file_name text,
      photo_id uuid,
      has_hidden boolean not null default false,
      status text not null default 'pending' check (status in ('pending', 'accepted', 'refused')),
      received_at timestamptz not null,
      due_at timestamptz not null,
      decided_at timestamptz,
      decided_by uuid references member,
      answer text check (char_length(answer) between 1 and 500),
      sender_mailbox text,
      sender_network bytea check (length(sender_network) = 32),
      sender_id uuid references member on delete set null,
      confirmation_hash bytea unique check (length(confirmation_hash) = 32),
      confirmed_at timestamptz,
      braked_at timestamptz,
      is_hiding boolean not null default false,
      has_alarmed boolean not null default false,
      check ((status = 'pending') = (decided_at is null)),
      check (num_nulls(decided_at, decided_by, answer) in (0, 3))
    );
    comment on column notice.braked_at is 'When the notice came above a brake of the hour, so that it hid nothing';
    comment on column notice.is_hiding is 'What the notice has hidden is out of sight by it until the review';
    comment on column notice.has_alarmed is 'The team was told by this notice that a brake of the hour holds';
    create index notice_decided_index on notice (decided_at desc, id desc) where decided_at is not null;
    create index notice_member_index on notice (member_id) where member_id is not null;
    create index notice_hide_index on notice (sender_mailbox) where has_hidden and status = 'pending';
    create index notice_network_index on notice (sender_network) where has_hidden and status = 'pending';
    create index notice_sender_index on notice (sender_id) where sender_id is not null;
    create index notice_alarm_index on notice (braked_at) where has_alarmed;
    -- What is grave and still in sight comes first, and of that what somebody says who is known.
    create index notice_queue_index on notice ((case when kind = 'other' or is_hiding then 0 when confirmed_at is null and sender_id is null then 1 else 2 end) desc, due_at, id)
      where status = 'pending';
    select grant_to_app('select, insert, delete', 'notice');
    select grant_to_app('update (
      has_hidden, status, decided_at, decided_by, answer, confirmed_at, braked_at, is_hiding, has_alarmed
    )', 'notice')`.execute(db);
}
