import { sql } from "kysely";
import type { Params } from "../../platform/database/statement.ts";
import type { ConversationRow } from "./conversation-rules.ts";

type Values = ReturnType<typeof valuesOfConversations>;

export const valuesOfConversations = (conversations: ConversationRow[]) => ({
  ownerIds: conversations.map(({ ownerId }) => ownerId),
  otherIds: conversations.map(({ otherId }) => otherId),
  lastSeqs: conversations.map(({ lastSeq }) => lastSeq),
  lastMessageIds: conversations.map(({ lastMessageId }) => lastMessageId),
  lastTexts: conversations.map(({ lastText }) => lastText),
  lastSentAts: conversations.map(({ lastSentAt }) => lastSentAt),
  areLastMine: conversations.map(({ isLastMine }) => isLastMine),
  lastReadAts: conversations.map(({ lastReadAt }) => lastReadAt),
  unread: conversations.map(({ unread }) => unread),
  received: conversations.map(({ received }) => received),
  startedAts: conversations.map(({ startedAt }) => startedAt),
  openedAts: conversations.map(({ openedAt }) => openedAt),
});

/**
 * SQL: starts or continues the conversations of messages. Adding to the unread count is exact because both streams are
 * locked, and its cost does not grow with the unread messages. Reading and clearing count the messages again.
 */
export const continueConversationsSql = (params: Params<Values>) => sql`
  insert into conversation as known (
    owner_id, other_id, last_seq, changed_seq, last_message_id, last_text, last_sent_at, is_last_mine, last_read_at,
    unread, received, started_at, opened_at
  )
  select owner_id, other_id, last_seq, last_seq, last_message_id, last_text, last_sent_at, is_last_mine, last_read_at,
    unread, received, started_at, opened_at
  from unnest(
    ${params.ownerIds}::uuid[], ${params.otherIds}::uuid[], ${params.lastSeqs}::bigint[], ${params.lastMessageIds}::uuid[],
    ${params.lastTexts}::text[], ${params.lastSentAts}::timestamptz[], ${params.areLastMine}::boolean[],
    ${params.lastReadAts}::timestamptz[], ${params.unread}::int[], ${params.received}::int[],
    ${params.startedAts}::timestamptz[], ${params.openedAts}::timestamptz[]
  ) fresh (
    owner_id, other_id, last_seq, last_message_id, last_text, last_sent_at, is_last_mine, last_read_at,
    unread, received, started_at, opened_at
  )
  on conflict (owner_id, other_id) do update set
    last_seq = excluded.last_seq,
    changed_seq = excluded.changed_seq,
    last_message_id = excluded.last_message_id,
    last_text = excluded.last_text,
    last_sent_at = excluded.last_sent_at,
    is_last_mine = excluded.is_last_mine,
    last_read_at = excluded.last_read_at,
    opened_at = coalesce(known.opened_at, excluded.opened_at),
    unread = known.unread + excluded.unread,
    received = known.received + excluded.received
  returning owner_id, other_id, unread`;

/**
 * A statement for the owner of the database. Its only parameter is the id of the erased member, and it is repeated
 * until it changes fewer rows than `limit`. The erased member's messages no longer count as unread. A conversation that
 * a block hides stays hidden when the block goes.
 */
export const releaseConversations = (limit: number): string => `
  update conversation theirs
  set unread = 0, cleared_up_to = case when is_hidden then theirs.last_seq else theirs.cleared_up_to end
  from (
    select found.ctid as place, is_hidden
    from conversation own
    join conversation found on found.owner_id = own.other_id and found.other_id = own.owner_id
    cross join lateral (
      select exists (
        select from hidden_pair where viewer_id = found.owner_id and hidden_pair.other_id = found.other_id
      ) as is_hidden
    ) block
    where own.owner_id = $1::uuid and (found.unread > 0 or is_hidden and found.cleared_up_to < found.last_seq)
    limit ${limit} for update of found
  ) released
  where theirs.ctid = released.place`;
