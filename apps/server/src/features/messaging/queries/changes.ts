import { type Insertable, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { StreamMark } from "../../../platform/database/types.generated.ts";
import type { ChangeRow } from "../rules/views.ts";

export async function addMarks(db: Db, marks: Insertable<StreamMark>[]): Promise<void> {
  await db.insertInto("streamMark").values(marks).execute();
}

/**
 * What a stretch of a stream holds, in order. Every place holds one change, so a stretch bounds the work; what the member
 * emptied since, and what belongs to a hidden pair, is left out.
 */
export async function listChanges(db: Db, memberId: string, after: number, upTo: number): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    with changed as materialized (
      select other_id, unread, greatest(cleared_up_to, ${after}::bigint) as after from conversation
      where owner_id = ${memberId} and changed_seq > ${after}
        and not exists (select from hidden_pair where viewer_id = ${memberId} and other_id = conversation.other_id)
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
    select mark.seq, mark.kind, other_id, mark.up_to, mark.marked_at, unread, null, null, null, null, null
    from stream_mark mark join changed using (other_id)
    where mark.member_id = ${memberId} and mark.seq > ${after} and mark.seq <= ${upTo}
    order by seq`.execute(db);
  return rows;
}
