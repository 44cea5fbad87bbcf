import { type Kysely, sql } from "kysely";

/** Notices of content by anybody, with or without an account: intimate pictures and the safety of minors. */
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
      check ((status = 'pending') = (decided_at is null)),
      check (num_nulls(decided_at, decided_by, answer) in (0, 3))
    )`.execute(db);
  await sql`create index notice_queue_index on notice (due_at, id) where status = 'pending'`.execute(db);
  await sql`create index notice_decided_index on notice (decided_at desc, id desc) where decided_at is not null`.execute(
    db,
  );
  await sql`create index notice_member_index on notice (member_id) where member_id is not null`.execute(db);
  await sql`create index notice_hide_index on notice (sender_email) where has_hidden and status = 'pending'`.execute(
    db,
  );
  await sql`
    select grant_to_app(
      'select, insert, delete, update (status, decided_at, decided_by, answer, has_hidden)', 'notice'
    )`.execute(db);
}
