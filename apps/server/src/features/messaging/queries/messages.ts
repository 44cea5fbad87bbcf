import { typedMax } from "@caramelo/contract/formats/typed-max";
import { MESSAGE_PAGE, QUOTE_MAX } from "@caramelo/contract/limits";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import { type Params, statement } from "../../../platform/database/statement.ts";
import type { MessageRow } from "../rules/views.ts";

type MemberId = string | RawBuilder<unknown>;

/** One member's messages with another before a sequence number of the member's stream; null for the latest. */
type Page = { memberId: string; peerId: string; before: number | null };
const NEWEST = sql.lit(Number.MAX_SAFE_INTEGER);
const LIMIT = sql.lit(MESSAGE_PAGE + 1);

/** Each direction of a conversation is read by its own index, then both are merged. */
const readHistory = statement(
  ({ memberId, peerId, before }: Params<Page>) => sql<MessageRow>`
    select page.id, page.seq, client_id, page.is_mine, page.text, sent_at, read_at, ${contextColumns(memberId)}
    from conversation mine
    cross join lateral (
      (
        select id, sender_seq as seq, client_id, true as is_mine, text, sent_at, read_at, reply_to_id, warnings,
          mine.cleared_up_to
        from message
        where sender_id = mine.owner_id and recipient_id = mine.other_id
          and sender_seq > mine.cleared_up_to and sender_seq < coalesce(${before}, ${NEWEST})
        order by sender_seq desc limit ${LIMIT}
      ) union all (
        select id, recipient_seq, null, false, text, sent_at, read_at, reply_to_id, warnings, mine.cleared_up_to
        from message
        where recipient_id = mine.owner_id and sender_id = mine.other_id
          and recipient_seq > mine.cleared_up_to and recipient_seq < coalesce(${before}, ${NEWEST})
        order by recipient_seq desc limit ${LIMIT}
      )
      order by seq desc limit ${LIMIT}
    ) page
    ${joinQuotes(memberId)}
    where mine.owner_id = ${memberId} and mine.other_id = ${peerId}
    order by page.seq desc`,
);

/** A page of messages, newest first, and one message more, if there is one. */
export const listHistory = (db: Db, page: Page): Promise<MessageRow[]> => readHistory(db, page);

/**
 * SQL: the quote, reactions and warnings of `page`. A quoted text is null if the member has emptied the conversation
 * since.
 */
export const contextColumns = (memberId: MemberId) => sql`
  quoted.id as quoted_id, quoted.seq as quoted_seq, quoted.is_mine as is_quoted_mine,
  case when quoted.seq > page.cleared_up_to then quoted.text end as quoted_text,
  (select emoji from reaction where message_id = page.id and member_id = ${memberId}) as my_reaction,
  (select emoji from reaction where message_id = page.id and member_id <> ${memberId}) as their_reaction,
  case when not page.is_mine then page.warnings end as warnings`;

/**
 * SQL: the messages that rows of `page` reply to. The limit keeps the planner from reading all messages for the few
 * quoted.
 */
export const joinQuotes = (memberId: MemberId) => sql`
  left join lateral (
    select id, sender_id = ${memberId} as is_mine, left(text, ${sql.lit(typedMax(QUOTE_MAX))}) as text,
      case when sender_id = ${memberId} then sender_seq else recipient_seq end as seq
    from message where id = page.reply_to_id limit 1
  ) quoted on true`;

/** The messages that one member has read of another; `after` and `upTo` are numbers of the reader's stream. */
type ReadRange = { readerId: string; writerId: string; after: number; upTo: number; now: Date; limit: number };

/**
 * Marks up to `limit` messages as read, the oldest first. Returns how many it marked and the last one's number in the
 * stream of the reader (`seen`) and of the writer (`read`); undefined when none was unread.
 */
export async function markMessagesRead(db: Db, { readerId, writerId, after, upTo, now, limit }: ReadRange) {
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

/** How many messages a member received from another after a sequence number of the member's stream. */
export async function countReceived(db: Db, memberId: string, peerId: string, after: number): Promise<number> {
  const { count } = await db
    .selectFrom("message")
    .where("recipientId", "=", memberId)
    .where("senderId", "=", peerId)
    .where("recipientSeq", ">", after)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
