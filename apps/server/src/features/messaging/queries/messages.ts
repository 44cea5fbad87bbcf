import { typedMax } from "@caramelo/contract/formats/typed-max";
import { MESSAGE_PAGE, QUOTE_MAX } from "@caramelo/contract/limits";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import { type Params, statement } from "../../../platform/database/statement.ts";
import type { MeetingFacts } from "../rules/judge.ts";
import type { CarriedMessage } from "../rules/views.ts";
import { meetingColumns, meetingJoins } from "./pairs.ts";

type MemberId = string | RawBuilder<unknown>;

/** One member's messages with another before a sequence number of the member's stream; null for the latest. */
type Page = { memberId: string; peerId: string; before: number | null };
type HistoryRow = MeetingFacts & { cursor: number } & CarriedMessage;

const NEWEST = sql.lit(Number.MAX_SAFE_INTEGER);
const LIMIT = sql.lit(MESSAGE_PAGE + 1);

/** Each direction of a conversation is read by its own index, then both are merged. */
const readHistory = statement(
  ({ memberId, peerId, before }: Params<Page>) => sql<HistoryRow>`
    select state.*, page.id, page.seq as message_seq, client_id, page.is_mine, page.text, sent_at, read_at,
      ${contextColumns(sql.ref("pair.sender_id"))}
    from (
      select ${memberId}::uuid as sender_id, ${peerId}::uuid as recipient_id, coalesce(${before}, ${NEWEST}) as before
    ) pair
    cross join lateral (
      select ${meetingColumns}, coalesce(stream.last_seq, 0) as cursor, coalesce(mine.cleared_up_to, 0) as cleared_up_to
      from (select) one ${meetingJoins}
      left join member_stream stream on stream.member_id = pair.sender_id
    ) state
    left join lateral (
      (
        select id, sender_seq as seq, client_id, true as is_mine, text, sent_at, read_at, reply_to_id, warnings,
          state.cleared_up_to
        from message
        where message.sender_id = pair.sender_id and message.recipient_id = pair.recipient_id
          and sender_seq > state.cleared_up_to and sender_seq < pair.before
        order by sender_seq desc limit ${LIMIT}
      ) union all (
        select id, recipient_seq, null, false, text, sent_at, read_at, reply_to_id, warnings, state.cleared_up_to
        from message
        where message.recipient_id = pair.sender_id and message.sender_id = pair.recipient_id
          and recipient_seq > state.cleared_up_to and recipient_seq < pair.before
        order by recipient_seq desc limit ${LIMIT}
      )
      order by seq desc limit ${LIMIT}
    ) page on true
    ${joinQuotes(sql.ref("pair.sender_id"))}
    order by page.seq desc`,
);

/**
 * A page of messages, newest first, and one message more, if there is one; with the position of the member's stream and
 * the facts that decide whether the member may see the page. One statement reads all of it, so that it belongs to one
 * snapshot. A pair without messages has one row without a message.
 */
export async function findHistory(db: Db, page: Page) {
  const rows = await readHistory(db, page);
  const [state] = rows;
  // The statement returns the facts of the pair even without messages, so there is always a row.
  if (!state) throw new Error("the history of a pair has no row");
  return { facts: state, cursor: state.cursor, rows };
}

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
