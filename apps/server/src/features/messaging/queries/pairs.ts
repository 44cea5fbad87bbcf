import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { PairFacts } from "../rules/judge.ts";

type Pair = { senderId: string; recipientId: string };

/** What decides about each pair, one row for each, in order. */
export async function listPairFacts(db: Db, pairs: Pair[], now: Date): Promise<PairFacts[]> {
  const { rows } = await sql<PairFacts>`
    select
      case when me.is_active then me.role end as role,
      coalesce(purse.has_courtesy_premium or purse.premium_until > ${now}, false) as is_premium,
      coalesce(purse.tokens, 0) as tokens,
      coalesce(purse.conversations, 0) as conversations,
      (
        select count(*)::int from conversation
        where owner_id = pair.sender_id
          and started_at >= date_trunc('day', ${now}::timestamptz, 'America/Sao_Paulo')
      ) as started_today,
      peer.role as peer_role,
      coalesce(peer.is_active, false) as is_peer_active,
      coalesce(peer.is_managed, false) as is_peer_managed,
      exists (
        select from hidden_pair
        where (viewer_id, other_id)
          in ((pair.sender_id, pair.recipient_id), (pair.recipient_id, pair.sender_id))
      ) as is_hidden,
      mine.owner_id is not null as has_conversation,
      mine.opened_at is not null as is_opened
    from unnest(
      ${pairs.map(({ senderId }) => senderId)}::uuid[],
      ${pairs.map(({ recipientId }) => recipientId)}::uuid[]
    ) with ordinality pair (sender_id, recipient_id, place)
    left join profile me on me.member_id = pair.sender_id
    left join entitlement purse on purse.member_id = pair.sender_id
    left join profile peer on peer.member_id = pair.recipient_id
    left join conversation mine on mine.owner_id = pair.sender_id and mine.other_id = pair.recipient_id
    order by pair.place`.execute(db);
  return rows;
}
