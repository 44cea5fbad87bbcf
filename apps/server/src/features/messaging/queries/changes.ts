import { CHANGES_PAGE } from "@caramelo/contract/limits";
import { type Insertable, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import { type Params, statement } from "../../../platform/database/statement.ts";
import type { StreamEvent } from "../../../platform/database/types.generated.ts";
import type { ChangeRow } from "../rules/views.ts";
import { contextColumns, joinQuotes } from "./messages.ts";
import { findChanged } from "./stream-states.ts";

export async function addStreamEvents(db: Db, events: Insertable<StreamEvent>[]): Promise<void> {
  await db.insertInto("streamEvent").values(events).execute();
}

/** The peers with whom something has changed, and the range of numbers in the member's stream. */
type Range = { memberId: string; peerIds: string[]; after: number; upTo: number };

const PAGE = sql.lit(CHANGES_PAGE);

/**
 * SQL: one page of changes. Each sequence number belongs to one change, so the range of numbers bounds the work.
 * Sorting inside each conversation makes the planner read each direction by its own index, even if it does not know
 * that a pair has many messages.
 */
const selectChanges = ({ memberId, peerIds, after, upTo }: Params<Range>) => sql<ChangeRow>`
    with changed as materialized (
      select other_id, unread, cleared_up_to, greatest(cleared_up_to, ${after}::bigint) as after from conversation
      where owner_id = ${memberId} and other_id = any(${peerIds}::uuid[])
    ), event as materialized (
      select event.seq, kind, other_id, up_to, happened_at, unread, cleared_up_to
      from stream_event event join changed using (other_id)
      where member_id = ${memberId} and event.seq > ${after} and event.seq <= ${upTo}
    ), page as (
      select sent.sender_seq as seq, 'message' as type, other_id, sent.sent_at as at, unread, cleared_up_to,
        ${SENT}
      from changed cross join lateral (
        select * from message
        where sender_id = ${memberId} and recipient_id = changed.other_id
          and sender_seq > changed.after and sender_seq <= ${upTo}
        order by sender_seq limit ${PAGE}
      ) sent
      union all
      select received.recipient_seq, 'message', other_id, received.sent_at, unread, cleared_up_to, ${RECEIVED}
      from changed cross join lateral (
        select * from message
        where recipient_id = ${memberId} and sender_id = changed.other_id
          and recipient_seq > changed.after and recipient_seq <= ${upTo}
        order by recipient_seq limit ${PAGE}
      ) received
      union all
      select event.seq, kind, other_id, happened_at, unread, cleared_up_to, ${SENT}
      from event cross join lateral (
        select * from message
        where sender_id = ${memberId} and recipient_id = event.other_id and sender_seq >= event.up_to
        order by sender_seq limit 1
      ) sent
      where kind = 'reaction' and up_to > cleared_up_to and sent.sender_seq = up_to
      union all
      select event.seq, kind, other_id, happened_at, unread, cleared_up_to, ${RECEIVED}
      from event cross join lateral (
        select * from message
        where recipient_id = ${memberId} and sender_id = event.other_id and recipient_seq >= event.up_to
        order by recipient_seq limit 1
      ) received
      where kind = 'reaction' and up_to > cleared_up_to and received.recipient_seq = up_to
    )
    select page.seq, type, other_id as with_id, null::bigint as up_to, at, unread, page.id, message_seq, client_id,
      page.is_mine, page.text, sent_at, read_at, ${contextColumns(memberId)}
    from page ${joinQuotes(memberId)}
    union all
    select seq, kind, other_id, up_to, happened_at, unread, null, null, null, null, null, null, null,
      null, null, null, null, null, null, null
    from event where kind <> 'reaction'`;

type Pruned = { prunedUpTo: number };

/** Which events are missing is read with the events, because old ones may be removed at any moment. */
const readChanges = statement(
  (range: Params<Range>) => sql<Pruned & (ChangeRow | { seq: null })>`
    select pruned.*, change.*
    from (
      select coalesce((select up_to from pruned_stream where member_id = ${range.memberId}), 0) as pruned_up_to
    ) pruned
    left join (${selectChanges(range)}) change on true
    order by change.seq`,
);

/**
 * The next page of changes of a stream after the number `after`, in order, and the state of the stream, before which
 * the changes are complete. `prunedUpTo`: events up to this number may be missing, because old ones are removed. Leaves
 * out changes that the member has cleared since, and changes with members who are hidden or inactive. A reaction names
 * its message by the message's number in the member's own stream.
 */
export async function findChanges(db: Db, { memberId, after }: { memberId: string; after: number }) {
  // The state is read first: what is committed up to its last number is visible to the statement after it.
  const { lastSeq, unreadTotal, peerIds } = await findChanged(db, { memberId, after });
  const upTo = Math.min(after + CHANGES_PAGE, lastSeq);
  const rows = await readChanges(db, { memberId, peerIds, after, upTo });
  const changes = rows.flatMap((row) => (row.seq === null ? [] : [row]));
  return { lastSeq, unreadTotal, changes, prunedUpTo: rows[0]?.prunedUpTo ?? 0 };
}

const SENT = sql`sent.id, sent.sender_seq as message_seq, sent.client_id, true as is_mine, sent.text, sent.sent_at,
  sent.read_at, sent.reply_to_id, sent.warnings`;
const RECEIVED = sql`received.id, received.recipient_seq, null, false, received.text, received.sent_at,
  received.read_at, received.reply_to_id, received.warnings`;

/**
 * Removes up to `limit` events from before `before`, and records up to which number each stream may lack events. It
 * locks no stream, so no message waits for it. Returns how many events were removed.
 */
export async function pruneStreamEvents(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    with removed as (
      delete from stream_event
      where ctid = any(array(
        select ctid from stream_event where happened_at < ${before} order by happened_at limit ${limit}
      ))
      returning member_id, seq
    ), noted as (
      insert into pruned_stream as known (member_id, up_to)
      select member_id, max(seq) from removed group by member_id order by member_id
      on conflict (member_id) do update set up_to = greatest(known.up_to, excluded.up_to)
    )
    select count(*)::int as removed from removed`.execute(db);
  return rows[0]?.removed ?? 0;
}
