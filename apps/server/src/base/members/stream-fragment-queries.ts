import { type RawBuilder, sql } from "kysely";
import type { Places } from "../../platform/database/fixed-statement.ts";

/** The statement of `advanceStreams`, as a part of a larger one. */
export function advanceStreamsSql(
  { members, reached }: Places<{ members: string[]; reached: number[] }>,
  guard: RawBuilder<unknown> = sql``,
) {
  return sql`
    update member_stream set last_seq = reached.seq
    from unnest(${members}::uuid[], ${reached}::bigint[]) reached (member_id, seq) ${guard}
    where member_stream.member_id = reached.member_id`;
}
