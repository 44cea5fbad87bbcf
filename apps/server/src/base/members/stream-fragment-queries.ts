import { sql } from "kysely";
import type { Params } from "../../platform/database/statement.ts";

/**
 * The new positions of streams, and by how much each member's unread messages grow. Members missing from `unread` have
 * no more than before.
 */
export type Advance = { seqs: Map<string, number>; unread?: Map<string, number> };

export const valuesOfAdvance = ({ seqs, unread }: Advance) => ({
  members: [...seqs.keys()],
  reached: [...seqs.values()],
  unreadBy: [...seqs.keys()].map((id) => unread?.get(id) ?? 0),
});

/** The statement of `advanceStreams`, as a part of a larger one. It returns each member's total of unread messages. */
export function advanceStreamsSql({ members, reached, unreadBy }: Params<ReturnType<typeof valuesOfAdvance>>) {
  return sql`
    update member_stream set last_seq = reached.seq, unread = member_stream.unread + reached.unread
    from unnest(${members}::uuid[], ${reached}::bigint[], ${unreadBy}::int[]) reached (member_id, seq, unread)
    where member_stream.member_id = reached.member_id
    returning member_stream.member_id, member_stream.unread`;
}
