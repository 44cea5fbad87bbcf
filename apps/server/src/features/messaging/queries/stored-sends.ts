import { typedMax } from "@caramelo/contract/formats/typed-max";
import { QUOTE_MAX } from "@caramelo/contract/limits";
import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import { type Params, statement } from "../../../platform/database/statement.ts";
import type { Quote, Send, StoredMessage } from "../rules/sends.ts";

/** A stored message without its warnings: only its writer sends it again, and warnings are not shown to the writer. */
type StoredSend = Omit<StoredMessage, "warnings">;

const readStored = statement(
  ({ senderIds, clientIds }: Params<{ senderIds: string[]; clientIds: string[] }>) => sql<StoredSend>`
    select id, sender_id, recipient_id, client_id, sender_seq, recipient_seq, text, sent_at, read_at, reply_to_id
    from unnest(${senderIds}::uuid[], ${clientIds}::uuid[]) send (sender_id, client_id)
    join message using (sender_id, client_id)`,
);

/** The messages that are already stored under the client ids of the sends. */
export async function listStored(db: Db, sends: Pick<Send, "senderId" | "clientId">[]): Promise<StoredMessage[]> {
  const senderIds = sends.map(({ senderId }) => senderId);
  const rows = await readStored(db, { senderIds, clientIds: sends.map(({ clientId }) => clientId) });
  return rows.map((row) => ({ ...row, warnings: [] }));
}

type Reply = Pick<Send, "senderId" | "recipientId"> & { replyToId: string | null };
type ReplyValues = { senderIds: string[]; recipientIds: string[]; replyToIds: (string | null)[] };

const readQuotes = statement(
  ({ senderIds, recipientIds, replyToIds }: Params<ReplyValues>) => sql<Quote & { position: number }>`
    select reply.position, quoted.id, quoted.sender_id = reply.sender_id as is_mine, place.seq, place.peer_seq,
      left(quoted.text, ${sql.lit(typedMax(QUOTE_MAX))}) as text, place.seq <= mine.cleared_up_to as is_cleared,
      place.peer_seq <= theirs.cleared_up_to as is_cleared_for_peer
    from unnest(${senderIds}::uuid[], ${recipientIds}::uuid[], ${replyToIds}::uuid[])
      with ordinality reply (sender_id, recipient_id, reply_to_id, position)
    join message quoted on quoted.id = reply.reply_to_id
    cross join lateral (values (
      case when quoted.sender_id = reply.sender_id then quoted.sender_seq else quoted.recipient_seq end,
      case when quoted.sender_id = reply.sender_id then quoted.recipient_seq else quoted.sender_seq end
    )) place (seq, peer_seq)
    join conversation mine on mine.owner_id = reply.sender_id and mine.other_id = reply.recipient_id
    join conversation theirs on theirs.owner_id = reply.recipient_id and theirs.other_id = reply.sender_id
    where (quoted.sender_id = reply.sender_id and quoted.recipient_id = reply.recipient_id)
      or (quoted.sender_id = reply.recipient_id and quoted.recipient_id = reply.sender_id)`,
);

/**
 * The message that each send replies to, as the sender sees it, in the order of the sends; null where there is none, or
 * where it belongs to another pair.
 */
export async function listQuotes(db: Db, sends: Reply[]): Promise<(Quote | null)[]> {
  if (sends.every(({ replyToId }) => replyToId === null)) return sends.map(() => null);
  const rows = await readQuotes(db, {
    senderIds: sends.map(({ senderId }) => senderId),
    recipientIds: sends.map(({ recipientId }) => recipientId),
    replyToIds: sends.map(({ replyToId }) => replyToId),
  });
  return sends.map((_, index) => {
    const { position: __, ...quote } = rows.find(({ position }) => position === index + 1) ?? { position: 0 };
    return "id" in quote ? quote : null;
  });
}
