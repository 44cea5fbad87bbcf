import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { StoredMessage } from "../rules/plan-sends.ts";

/** A range of one member's messages with another, between two sequence numbers of the member's stream. */
type Range = { memberId: string; peerId: string; after: number; before: number | undefined; limit: number };

/** A message as the member sees it. */
type SeenMessage = Omit<StoredMessage, "senderId" | "recipientId" | "senderSeq" | "recipientSeq" | "clientId"> & {
  seq: number;
  clientId: string | null;
  isMine: boolean;
};

/** The latest messages of a range, newest first. Each direction is read by its own index, then both are merged. */
export async function listHistory(db: Db, { memberId, peerId, after, before, limit }: Range): Promise<SeenMessage[]> {
  const within = (seq: RawBuilder<unknown>) =>
    before === undefined ? sql`${seq} > ${after}` : sql`${seq} > ${after} and ${seq} < ${before}`;
  const { rows } = await sql<SeenMessage>`
    (
      select id, sender_seq as seq, client_id, true as is_mine, text, sent_at, read_at from message
      where sender_id = ${memberId} and recipient_id = ${peerId} and ${within(sql.ref("sender_seq"))}
      order by sender_seq desc limit ${limit}
    ) union all (
      select id, recipient_seq, null, false, text, sent_at, read_at from message
      where recipient_id = ${memberId} and sender_id = ${peerId} and ${within(sql.ref("recipient_seq"))}
      order by recipient_seq desc limit ${limit}
    )
    order by seq desc limit ${limit}`.execute(db);
  return rows;
}

/** What one member has read of another's messages, up to a sequence number of the reader's stream. */
type Reading = { readerId: string; writerId: string; after: number; upTo: number; now: Date; limit: number };

/**
 * Marks the oldest unread messages of a range as read, at most `limit`. Answers how many it were, and the sequence numbers
 * of the last one, the reader's and the writer's; undefined when none was unread.
 */
export async function markMessagesRead(db: Db, { readerId, writerId, after, upTo, now, limit }: Reading) {
  const { rows } = await sql<{ count: number; seen: number | null; read: number | null }>`
    with oldest as materialized (
      select id from message
      where recipient_id = ${readerId} and sender_id = ${writerId}
        and recipient_seq > ${after} and recipient_seq <= ${upTo} and read_at is null
      order by recipient_seq limit ${limit}
    ), marked as (
      update message set read_at = ${now} from oldest where message.id = oldest.id
      returning recipient_seq, sender_seq
    )
    select count(*)::int, max(recipient_seq) as seen, max(sender_seq) as read from marked`.execute(db);
  const [last] = rows;
  return last && last.seen !== null && last.read !== null
    ? { count: last.count, seen: last.seen, read: last.read }
    : undefined;
}
