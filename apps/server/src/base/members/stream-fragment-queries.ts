import { sql } from "kysely";
import type { Params } from "../../platform/database/statement.ts";

/**
 * The new positions of streams, and by how much each member's unread messages grow. Members missing from `unread` have
 * no more than before.
 */
export type Advance = { seqs: Map<string, number>; unread?: Map<string, number> };
type Values = ReturnType<typeof valuesOfAdvance>;

export function valuesOfAdvance({ seqs, unread }: Advance) {
  const members = [...seqs.keys()];
  return { members, reached: [...seqs.values()], unreadBy: members.map((id) => unread?.get(id) ?? 0) };
}

/** SQL: moves locked streams on to new sequence numbers; returns each member's total of unread messages. */
export const advanceStreamsSql = ({ members, reached, unreadBy }: Params<Values>) => sql<{
  memberId: string;
  unread: number;
}>`
  update member_stream set last_seq = reached.seq, unread = member_stream.unread + reached.unread
  from unnest(${members}::uuid[], ${reached}::bigint[], ${unreadBy}::int[]) reached (member_id, seq, unread)
  where member_stream.member_id = reached.member_id
  returning member_stream.member_id, member_stream.unread`;
