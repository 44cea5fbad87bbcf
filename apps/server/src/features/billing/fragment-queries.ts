import { type RawBuilder, sql } from "kysely";
import type { Places } from "../../platform/database/fixed-statement.ts";

/** SQL: tokens were granted to a member, a column, at some time, even if they were spent or taken back since. */
export function hasHadTokens(member: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from ledger_entry where ledger_entry.member_id = ${member} and ledger_entry.tokens > 0
  )`;
}

/** What messages cost, a place in each list for each; `tokens` and `conversations` are what is taken. */
export type Charges = {
  chargeIds: string[];
  payerIds: string[];
  chargedMessageIds: string[];
  tokens: number[];
  conversations: number[];
  chargedBy: string;
  now: Date;
};

/** SQL: appends to the ledger what messages cost. `guard` may join what must be there, or nothing is appended. */
export const chargeMessagesSql = (places: Places<Charges>, guard: RawBuilder<unknown> = sql``) => sql`
  insert into ledger_entry (id, member_id, kind, provider, provider_object_id, tokens, conversations, written_at)
  select id, member_id, 'spend', ${places.chargedBy}::text, message_id, -tokens, -conversations, ${places.now}::timestamptz
  from unnest(
    ${places.chargeIds}::uuid[], ${places.payerIds}::uuid[], ${places.chargedMessageIds}::text[], ${places.tokens}::int[],
    ${places.conversations}::int[]
  ) spent (id, member_id, message_id, tokens, conversations) ${guard}`;
