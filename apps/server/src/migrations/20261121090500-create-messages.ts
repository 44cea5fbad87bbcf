import { type Kysely, sql } from "kysely";

/**
 * Everything that changes in one member's messages gets the next number of that member's stream, in the order of
 * commits. Whoever changes anything locks the streams of all members concerned first, ascending, so that nobody waits
 * for somebody who waits for them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table member_stream (
      member_id uuid primary key references member on delete cascade,
      last_seq bigint not null default 0 check (last_seq >= 0)
    ) with (fillfactor = 50)`.execute(db);
  await sql`insert into member_stream (member_id) select member_id from profile where role <> 'admin'`.execute(db);

  // One row for both sides, with a place in the stream of each.
  await sql`
    create table message (
      id uuid primary key,
      sender_id uuid not null references member,
      recipient_id uuid not null references member,
      client_id uuid not null,
      sender_seq bigint not null,
      recipient_seq bigint not null,
      text text not null check (char_length(text) between 1 and 4000),
      sent_at timestamptz not null,
      read_at timestamptz,
      constraint message_is_stored_once unique (sender_id, client_id),
      constraint message_has_its_place_with_sender unique (sender_id, recipient_id, sender_seq),
      constraint message_has_its_place_with_recipient unique (recipient_id, sender_id, recipient_seq),
      check (sender_id <> recipient_id)
    )`.execute(db);

  // Each member has a row of their own for the same conversation; every number is of the owner's stream.
  await sql`
    create table conversation (
      owner_id uuid not null references member on delete cascade,
      other_id uuid not null references member,
      last_seq bigint not null,
      changed_seq bigint not null,
      last_message_id uuid not null references message,
      unread integer not null default 0 check (unread >= 0),
      read_up_to bigint not null default 0,
      cleared_up_to bigint not null default 0,
      started_at timestamptz,
      opened_at timestamptz,
      primary key (owner_id, other_id),
      check (owner_id <> other_id)
    ) with (fillfactor = 70)`.execute(db);
  await sql`create index conversation_list_index on conversation (owner_id, last_seq)`.execute(db);
  await sql`create index conversation_changed_index on conversation (owner_id, changed_seq)`.execute(db);
  await sql`create index conversation_unread_index on conversation (owner_id) include (unread) where unread > 0`.execute(
    db,
  );
  await sql`create index conversation_started_index on conversation (owner_id, started_at) where started_at is not null`.execute(
    db,
  );
  await sql`create index conversation_other_index on conversation (other_id)`.execute(db);
  await sql`comment on column conversation.last_seq is 'The latest message'`.execute(db);
  await sql`comment on column conversation.changed_seq is 'The latest change of any kind'`.execute(db);
  await sql`comment on column conversation.read_up_to is 'Received messages up to here are read'`.execute(db);
  await sql`comment on column conversation.cleared_up_to is 'Messages up to here are gone for the owner'`.execute(db);
  await sql`comment on column conversation.started_at is 'When the owner wrote the first message of all; null when the other did'`.execute(
    db,
  );
  await sql`comment on column conversation.opened_at is 'When the owner, a payer, first wrote: from then on no conversation is used up'`.execute(
    db,
  );

  // Changes that are not messages: the owner saw (seen) or emptied (cleared) them, or the other read them (read).
  await sql`
    create table stream_mark (
      member_id uuid not null references member on delete cascade,
      seq bigint not null,
      kind text not null check (kind in ('seen', 'read', 'cleared')),
      other_id uuid not null references member,
      up_to bigint not null,
      marked_at timestamptz not null,
      primary key (member_id, seq)
    )`.execute(db);

  await sql`select grant_to_app('select, insert, update (last_seq)', 'member_stream')`.execute(db);
  await sql`select grant_to_app('select, insert, update (read_at)', 'message')`.execute(db);
  await sql`
    select grant_to_app(
      'select, insert, update (last_seq, changed_seq, last_message_id, unread, read_up_to, cleared_up_to, opened_at)',
      'conversation'
    )`.execute(db);
  await sql`select grant_to_app('select, insert', 'stream_mark')`.execute(db);
}
