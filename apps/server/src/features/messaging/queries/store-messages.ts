import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { ConversationRow, StoredMessage } from "../rules/plan-sends.ts";
import { advanceStreamsSql } from "./streams.ts";

type New = { messages: StoredMessage[]; conversations: ConversationRow[]; seqs: Map<string, number> };

/**
 * Stores messages, starts or continues their conversations and advances the streams, in one statement; answers the
 * unread count of each side. Adding to that count is exact because both streams are locked, and it keeps sending fast
 * however many messages are unread; reading and clearing count anew.
 */
export async function storeMessages(db: Db, { messages, conversations, seqs }: New) {
  const { rows } = await sql<{ ownerId: string; otherId: string; unread: number }>`
    with stored as (${insertMessages(messages)}), moved as (${advanceStreamsSql(seqs)})
    insert into conversation as known (
      owner_id, other_id, last_seq, changed_seq, last_message_id, unread, started_at, opened_at
    )
    select owner_id, other_id, last_seq, last_seq, last_message_id, unread, started_at, opened_at
    from unnest(
      ${conversations.map((row) => row.ownerId)}::uuid[],
      ${conversations.map((row) => row.otherId)}::uuid[],
      ${conversations.map((row) => row.lastSeq)}::bigint[],
      ${conversations.map((row) => row.lastMessageId)}::uuid[],
      ${conversations.map((row) => row.unread)}::int[],
      ${conversations.map((row) => row.startedAt)}::timestamptz[],
      ${conversations.map((row) => row.openedAt)}::timestamptz[]
    ) fresh (owner_id, other_id, last_seq, last_message_id, unread, started_at, opened_at)
    on conflict (owner_id, other_id) do update set
      last_seq = excluded.last_seq,
      changed_seq = excluded.changed_seq,
      last_message_id = excluded.last_message_id,
      opened_at = coalesce(known.opened_at, excluded.opened_at),
      unread = known.unread + excluded.unread
    returning owner_id, other_id, unread`.execute(db);
  return rows;
}

function insertMessages(messages: StoredMessage[]): RawBuilder<unknown> {
  return sql`
    insert into message (
      id, sender_id, recipient_id, client_id, sender_seq, recipient_seq, text, sent_at, read_at, reply_to_id, warnings
    )
    select id, sender_id, recipient_id, client_id, sender_seq, recipient_seq, text, sent_at, read_at, reply_to_id,
      string_to_array(warnings, ',')
    from unnest(
      ${messages.map((message) => message.id)}::uuid[],
      ${messages.map((message) => message.senderId)}::uuid[],
      ${messages.map((message) => message.recipientId)}::uuid[],
      ${messages.map((message) => message.clientId)}::uuid[],
      ${messages.map((message) => message.senderSeq)}::bigint[],
      ${messages.map((message) => message.recipientSeq)}::bigint[],
      ${messages.map((message) => message.text)}::text[],
      ${messages.map((message) => message.sentAt)}::timestamptz[],
      ${messages.map((message) => message.readAt)}::timestamptz[],
      ${messages.map((message) => message.replyToId)}::uuid[],
      ${messages.map(({ warnings }) => (warnings.length > 0 ? warnings.join(",") : null))}::text[]
    ) fresh (
      id, sender_id, recipient_id, client_id, sender_seq, recipient_seq, text, sent_at, read_at, reply_to_id, warnings
    )`;
}
