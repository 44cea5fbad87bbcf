import { type Kysely, sql } from "kysely";

/**
 * A conversation's row tells what the list shows of its last message and how many messages its owner has received, so that
 * lists, presence and sends need not read messages. The last release does not write these columns: the triggers fill
 * them after its statements. New rows and new last messages that already have them pass the triggers by.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table conversation
      add column received integer not null default 0,
      add column last_text text,
      add column last_sent_at timestamptz,
      add column is_last_mine boolean,
      add column last_read_at timestamptz;
    comment on column conversation.received is 'How many messages the other has written to the owner';
    comment on column conversation.last_text is 'The beginning of the latest message';
    comment on column conversation.last_read_at is 'When the recipient of the latest message read it';
    select grant_to_app('update (received, last_text, last_sent_at, is_last_mine, last_read_at)', 'conversation')`.execute(
    db,
  );
  await sql`
    create function tell_last_message() returns trigger
    language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      update conversation set
        received = case when conversation.last_sent_at is not null and new.last_message_id = old.last_message_id
          then received else (
          select count(*) from message where sender_id = conversation.other_id and recipient_id = conversation.owner_id
        ) end,
        last_text = left(last.text, 120), last_sent_at = last.sent_at, last_read_at = last.read_at,
        is_last_mine = last.sender_id = conversation.owner_id
      from message last
      where last.id = conversation.last_message_id
        and (owner_id, other_id) in ((new.owner_id, new.other_id), (new.other_id, new.owner_id));
      return null;
    end $$;
    create trigger conversation_tells_first_message after insert on conversation
      for each row when (new.last_sent_at is null) execute function tell_last_message();
    create trigger conversation_tells_last_message after update on conversation
      for each row when (
        new.last_message_id is distinct from old.last_message_id and new.last_sent_at is not distinct from old.last_sent_at
        or new.read_up_to > old.read_up_to and new.is_last_mine is not true and new.last_read_at is null
      ) execute function tell_last_message()`.execute(db);
}
