import { sql } from "kysely";
import { continueConversationsSql, valuesOfConversations } from "../../../base/pairs/conversation-fragment-queries.ts";
import type { ConversationRow } from "../../../base/pairs/conversation-rules.ts";
import type { Db } from "../../../platform/database/database.ts";
import { type Params, statement } from "../../../platform/database/statement.ts";
import type { StoredMessage } from "../rules/sends.ts";

type NewMessages = { messages: StoredMessage[]; conversations: ConversationRow[] };
/** How many messages the owner has not read in this conversation. */
export type Unread = { ownerId: string; otherId: string; unread: number };
type StoreValues = ReturnType<typeof valuesOfMessages>;

/** SQL: stores messages and updates their conversations in one statement; returns each side's unread count. */
const storeSql = (params: Params<StoreValues>) => sql<Unread>`
  with stored as (${insertMessagesSql(params)})
  ${continueConversationsSql(params)}`;

const insertMessagesSql = (params: Params<StoreValues>) => sql`
  insert into message (
    id, sender_id, recipient_id, client_id, sender_seq, recipient_seq, text, sent_at, read_at, reply_to_id, warnings
  )
  select id, sender_id, recipient_id, client_id, sender_seq, recipient_seq, text, sent_at, read_at, reply_to_id,
    string_to_array(warnings, ',')
  from unnest(
    ${params.ids}::uuid[], ${params.senderIds}::uuid[], ${params.recipientIds}::uuid[], ${params.clientIds}::uuid[],
    ${params.senderSeqs}::bigint[], ${params.recipientSeqs}::bigint[], ${params.texts}::text[],
    ${params.sentAts}::timestamptz[], ${params.readAts}::timestamptz[], ${params.replyToIds}::uuid[],
    ${params.warnings}::text[]
  ) fresh (
    id, sender_id, recipient_id, client_id, sender_seq, recipient_seq, text, sent_at, read_at, reply_to_id, warnings
  )`;

const store = statement(storeSql);

export const storeMessages = (db: Db, batch: NewMessages) => store(db, valuesOfMessages(batch));

function valuesOfMessages({ messages, conversations }: NewMessages) {
  return {
    ids: messages.map(({ id }) => id),
    senderIds: messages.map(({ senderId }) => senderId),
    recipientIds: messages.map(({ recipientId }) => recipientId),
    clientIds: messages.map(({ clientId }) => clientId),
    senderSeqs: messages.map(({ senderSeq }) => senderSeq),
    recipientSeqs: messages.map(({ recipientSeq }) => recipientSeq),
    texts: messages.map(({ text }) => text),
    sentAts: messages.map(({ sentAt }) => sentAt),
    readAts: messages.map(({ readAt }) => readAt),
    replyToIds: messages.map(({ replyToId }) => replyToId),
    warnings: messages.map(({ warnings }) => (warnings.length > 0 ? warnings.join(",") : null)),
    ...valuesOfConversations(conversations),
  };
}
