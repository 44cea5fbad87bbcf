import { sql } from "kysely";
import type { Params } from "../../platform/database/statement.ts";
import type { ConversationRow } from "./conversation-rules.ts";

type Values = ReturnType<typeof valuesOfConversations>;

export const valuesOfConversations = (conversations: ConversationRow[]) => ({
  ownerIds: conversations.map(({ ownerId }) => ownerId),
  otherIds: conversations.map(({ otherId }) => otherId),
  lastSeqs: conversations.map(({ lastSeq }) => lastSeq),
  lastMessageIds: conversations.map(({ lastMessageId }) => lastMessageId),
  unread: conversations.map(({ unread }) => unread),
  startedAts: conversations.map(({ startedAt }) => startedAt),
  openedAts: conversations.map(({ openedAt }) => openedAt),
});

/**
 * SQL: starts or continues the conversations of messages. Adding to the unread count is exact because both streams are
 * locked, and its cost does not grow with the unread messages. Reading and clearing count the messages again.
 */
export const continueConversationsSql = (params: Params<Values>) => sql`
  insert into conversation as known (
    owner_id, other_id, last_seq, changed_seq, last_message_id, unread, started_at, opened_at
  )
  select owner_id, other_id, last_seq, last_seq, last_message_id, unread, started_at, opened_at
  from unnest(
    ${params.ownerIds}::uuid[], ${params.otherIds}::uuid[], ${params.lastSeqs}::bigint[], ${params.lastMessageIds}::uuid[],
    ${params.unread}::int[], ${params.startedAts}::timestamptz[], ${params.openedAts}::timestamptz[]
  ) fresh (owner_id, other_id, last_seq, last_message_id, unread, started_at, opened_at)
  on conflict (owner_id, other_id) do update set
    last_seq = excluded.last_seq,
    changed_seq = excluded.changed_seq,
    last_message_id = excluded.last_message_id,
    opened_at = coalesce(known.opened_at, excluded.opened_at),
    unread = known.unread + excluded.unread
  returning owner_id, other_id, unread`;
