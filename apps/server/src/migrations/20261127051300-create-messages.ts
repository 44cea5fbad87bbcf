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
      last_seq bigint not null default 0 check (last_seq >= 0),
      facts_version bigint not null default 0
    ) with (fillfactor = 50);
    comment on column member_stream.facts_version is
      'Raised by triggers when something changed that decides who may write to whom';
    select grant_to_app('select, insert, update (last_seq)', 'member_stream');

    -- One row for both sides, with a number in the stream of each. It refers to no member, for each message would lock and look
    -- for both: its statement holds their streams, and a member who has a conversation cannot be removed.
    create table message (
      id uuid primary key,
      sender_id uuid not null,
      recipient_id uuid not null,
      client_id uuid not null,
      sender_seq bigint not null,
      recipient_seq bigint not null,
      text text not null check (char_length(text) between 1 and 4000),
      sent_at timestamptz not null,
      read_at timestamptz,
      reply_to_id uuid references message,
      warnings text[] check (warnings <> '{}'),
      constraint message_client_id_key unique (sender_id, client_id),
      constraint message_sender_seq_key unique (sender_id, recipient_id, sender_seq),
      constraint message_recipient_seq_key unique (recipient_id, sender_id, recipient_seq),
      check (sender_id <> recipient_id)
    );
    -- The warnings are what the rules noticed, for the reader. Who has tripped them lately?
    create index message_warned_index on message (sender_id, sent_at) where warnings is not null;
    select grant_to_app('select, insert, update (read_at)', 'message');

    -- Each member has a row of their own for the same conversation; every number is of the owner's stream. No index is on the
    -- numbers and the unread count that each message changes: PostgreSQL writes the new version of the row beside the old one.
    create table conversation (
      owner_id uuid not null references member on delete cascade,
      other_id uuid not null references member,
      last_seq bigint not null,
      changed_seq bigint not null,
      last_message_id uuid not null,
      unread integer not null default 0 check (unread >= 0),
      read_up_to bigint not null default 0,
      cleared_up_to bigint not null default 0,
      started_at timestamptz,
      opened_at timestamptz,
      has_unread boolean not null generated always as (unread > 0) stored,
      primary key (owner_id, other_id),
      check (owner_id <> other_id)
    ) with (fillfactor = 70);
    comment on column conversation.last_seq is 'The latest message';
    comment on column conversation.changed_seq is 'The latest change of any kind';
    comment on column conversation.read_up_to is 'Received messages up to here are read';
    comment on column conversation.cleared_up_to is 'Messages up to here are gone for the owner';
    comment on column conversation.started_at is
      'When the owner wrote the first message of all; null when the other did';
    comment on column conversation.opened_at is
      'When the owner, a payer, first wrote: from then on no conversation is used up';
    create index conversation_started_index on conversation (owner_id, started_at) where started_at is not null;
    create index conversation_other_index on conversation (other_id);
    create index conversation_unread_index on conversation (owner_id) where has_unread;
    select grant_to_app('select, insert', 'conversation');
    select grant_to_app('update (
      last_seq, changed_seq, last_message_id, unread, read_up_to, cleared_up_to, opened_at
    )', 'conversation');

    -- Changes that are not messages: the owner saw (seen) or emptied (cleared) them, the other read them (read), one reacted.
    create table stream_event (
      member_id uuid not null references member on delete cascade,
      seq bigint not null,
      kind text not null check (kind in ('seen', 'read', 'cleared', 'reaction')),
      other_id uuid not null references member,
      up_to bigint not null,
      happened_at timestamptz not null,
      primary key (member_id, seq)
    );
    comment on column stream_event.up_to is 'The last message concerned; of a reaction the only one';
    create index stream_event_happened_at_index on stream_event (happened_at);
    select grant_to_app('select, insert, delete', 'stream_event');

    -- Old events are removed; a browser that has not read them yet must learn that they are missing. Not a column of
    -- member_stream: whoever sends a message has that row locked.
    create table pruned_stream (
      member_id uuid primary key references member on delete cascade,
      up_to bigint not null check (up_to > 0)
    );
    comment on column pruned_stream.up_to is 'Events of the member''s stream up to here may be missing';
    select grant_to_app('select, insert, update (up_to)', 'pruned_stream');

    -- Each of the two of a message reacts to it at most once.
    create table reaction (
      message_id uuid not null references message,
      member_id uuid not null references member on delete cascade,
      emoji text not null check (emoji in ('love', 'like', 'laugh', 'wow', 'sad', 'fire')),
      reacted_at timestamptz not null,
      primary key (message_id, member_id)
    );
    select grant_to_app('select, insert, delete, update (emoji, reacted_at)', 'reaction')`.execute(db);
}
