import { QUOTE_MAX } from "@caramelo/contract/limits";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { MessageRow } from "../rules/views.ts";

/** A range of one member's messages with another, between two sequence numbers of the member's stream. */
type Range = { memberId: string; peerId: string; after: number; before: number | undefined; limit: number };

/** An id, or a column that holds one. */
type MemberId = string | RawBuilder<unknown>;

/** The latest messages of a range, newest first. Each direction is read by its own index, then both are merged. */
export async function listHistory(db: Db, { memberId, peerId, after, before, limit }: Range): Promise<MessageRow[]> {
  const within = (seq: RawBuilder<unknown>) =>
    before === undefined ? sql`${seq} > ${after}` : sql`${seq} > ${after} and ${seq} < ${before}`;
  const { rows } = await sql<MessageRow>`
    select page.id, page.seq, client_id, page.is_mine, page.text, sent_at, read_at, ${contextColumns(memberId)}
    from (
      (
        select id, sender_seq as seq, client_id, true as is_mine, text, sent_at, read_at, reply_to_id,
          ${after}::bigint as cleared_up_to
        from message
        where sender_id = ${memberId} and recipient_id = ${peerId} and ${within(sql.ref("sender_seq"))}
        order by sender_seq desc limit ${limit}
      ) union all (
        select id, recipient_seq, null, false, text, sent_at, read_at, reply_to_id, ${after}
        from message
        where recipient_id = ${memberId} and sender_id = ${peerId} and ${within(sql.ref("recipient_seq"))}
        order by recipient_seq desc limit ${limit}
      )
      order by seq desc limit ${limit}
    ) page ${joinQuotes(memberId)}
    order by seq desc`.execute(db);
  return rows;
}

/**
 * What the messages of `page` reply to, of which the text is shown unless the member has emptied the conversation since, and
 * the reactions to them.
 */
export const contextColumns = (memberId: MemberId) => sql`
  quoted.id as quoted_id, quoted.seq as quoted_seq, quoted.is_mine as is_quoted_mine,
  case when quoted.seq > page.cleared_up_to then quoted.text end as quoted_text,
  (select emoji from reaction where message_id = page.id and member_id = ${memberId}) as my_reaction,
  (select emoji from reaction where message_id = page.id and member_id <> ${memberId}) as their_reaction`;

/** The limit keeps the planner from reading all messages for the few that are replied to. */
export const joinQuotes = (memberId: MemberId) => sql`
  left join lateral (
    select id, sender_id = ${memberId} as is_mine, left(text, ${sql.lit(QUOTE_MAX)}) as text,
      case when sender_id = ${memberId} then sender_seq else recipient_seq end as seq
    from message where id = page.reply_to_id limit 1
  ) quoted on true`;

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
