import { sql } from "kysely";
import type { Params } from "../../platform/database/statement.ts";

/** What messages cost; the lists have one item for each charge. `tokens` and `conversations` are taken, so positive. */
export type Charges = {
  chargeIds: string[];
  payerIds: string[];
  chargedMessageIds: string[];
  tokens: number[];
  conversations: number[];
  chargedBy: string;
  now: Date;
};

/** SQL: writes the ledger entries of messages. The streams of their senders must be locked. */
export const chargeMessagesSql = (params: Params<Charges>) => sql`
  insert into ledger_entry (id, member_id, kind, provider, provider_object_id, tokens, conversations, written_at)
  select id, member_id, 'spend', ${params.chargedBy}::text, message_id, -tokens, -conversations, ${params.now}::timestamptz
  from unnest(
    ${params.chargeIds}::uuid[], ${params.payerIds}::uuid[], ${params.chargedMessageIds}::text[], ${params.tokens}::int[],
    ${params.conversations}::int[]
  ) spent (id, member_id, message_id, tokens, conversations)`;
