import { type RawBuilder, sql } from "kysely";

/** SQL: whether tokens were ever granted to a member, even if they were spent or taken back since. */
export function hasHadTokens(member: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from ledger_entry where ledger_entry.member_id = ${member} and ledger_entry.tokens > 0
  )`;
}
