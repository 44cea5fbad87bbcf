import { type Insertable, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { StreamEvent } from "../../../platform/database/types.generated.ts";
import { isReachable } from "../../safety/fragment-queries.ts";
import type { ChangeRow } from "../rules/views.ts";

export async function addStreamEvents(db: Db, events: Insertable<StreamEvent>[]): Promise<void> {
  await db.insertInto("streamEvent").values(events).execute();
}

/**
 * The changes of a range of a stream, in order. Each sequence number belongs to one change, so the range bounds the
 * work. Changes that the member has cleared since, and those with members who are hidden or inactive, are left out.
 */
export async function listChanges(db: Db, memberId: string, after: number, upTo: number): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    with changed as materialized (
      select other_id, unread, greatest(cleared_up_to, ${after}::bigint) as after from conversation
      where owner_id = ${memberId} and changed_seq > ${after}
        and ${isReachable(memberId, sql.ref("conversation.other_id"))}
    )
    select sent.sender_seq as seq, 'message' as type, other_id as with_id, null::bigint as up_to, sent.sent_at as at,
      unread, sent.id, sent.client_id, true as is_mine, sent.text, sent.read_at
    from changed cross join lateral (
      select * from message
      where sender_id = ${memberId} and recipient_id = changed.other_id
        and sender_seq > changed.after and sender_seq <= ${upTo}
    ) sent
    union all
    select received.recipient_seq, 'message', other_id, null, received.sent_at,
      unread, received.id, null, false, received.text, received.read_at
    from changed cross join lateral (
      select * from message
      where recipient_id = ${memberId} and sender_id = changed.other_id
        and recipient_seq > changed.after and recipient_seq <= ${upTo}
    ) received
    union all
    select event.seq, event.kind, other_id, event.up_to, event.happened_at, unread, null, null, null, null, null
    from stream_event event join changed using (other_id)
    where event.member_id = ${memberId} and event.seq > ${after} and event.seq <= ${upTo}
    order by seq`.execute(db);
  return rows;
}

/**
 * Removes up to `limit` events from before a moment and notes, for each stream, up to where some are missing. Answers how
 * many. It locks no stream: nobody's message waits for it.
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
