import { type Kysely, sql } from "kysely";

/**
 * What people ask about their data by the LGPD, art. 18. One of a member is open at once; one of anybody else once its mailbox is
 * confirmed, and only then the staff sees it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table data_request (
      id uuid primary key,
      kind text not null check (kind in (
        'access', 'correction', 'erasure', 'portability', 'sharing', 'consent', 'automation', 'other'
      )),
      words text not null check (char_length(words) between 1 and 2000),
      name text not null check (char_length(name) between 1 and 60),
      email text not null check (email = lower(email) and length(email) <= 254),
      member_id uuid references member on delete cascade,
      received_at timestamptz not null,
      due_at timestamptz not null,
      confirmation_hash bytea unique check (length(confirmation_hash) = 32),
      confirmed_at timestamptz,
      alarmed_at timestamptz,
      answered_at timestamptz,
      answered_by uuid references member,
      answer text check (char_length(answer) between 1 and 4000),
      check ((member_id is null) = (confirmation_hash is not null)),
      check (member_id is null or confirmed_at is not null),
      check (num_nulls(answered_at, answered_by, answer) in (0, 3)),
      check (answered_at is null or confirmed_at is not null)
    );
    comment on column data_request.member_id is 'The member in whose session it was sent';
    comment on column data_request.alarmed_at is 'When the staff was mailed that the answer is nearly due';
    create index data_request_member_id_index on data_request (member_id);
    create index data_request_email_index on data_request (email);
    create index data_request_unconfirmed_index on data_request (received_at) where confirmed_at is null;
    create index data_request_waiting_index on data_request (due_at, id)
      where confirmed_at is not null and answered_at is null;
    create index data_request_answered_index on data_request (answered_at desc, id desc) where answered_at is not null;
    select grant_to_app('select, insert, delete, update (
      confirmed_at, alarmed_at, answered_at, answered_by, answer
    )', 'data_request')`.execute(db);
}
