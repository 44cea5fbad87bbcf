import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { PairFacts } from "../rules/judge.ts";
import type { StoredMessage } from "../rules/plan-sends.ts";

type Pair = { senderId: string; recipientId: string };

const factsAt = (now: Date) => sql`
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
  mine.opened_at is not null as is_opened`;

const concerned = sql`
  left join profile me on me.member_id = pair.sender_id
  left join entitlement purse on purse.member_id = pair.sender_id
  left join profile peer on peer.member_id = pair.recipient_id
  left join conversation mine on mine.owner_id = pair.sender_id and mine.other_id = pair.recipient_id`;

/** What decides about a pair. */
export async function findPairFacts(
  db: Db,
  { senderId, recipientId }: Pair,
  now: Date,
): Promise<PairFacts | undefined> {
  const { rows } = await sql<PairFacts>`
    select ${factsAt(now)}
    from (select ${senderId}::uuid as sender_id, ${recipientId}::uuid as recipient_id) pair ${concerned}`.execute(db);
  return rows[0];
}

type Send = Pair & { clientId: string };
type Known = { [k in keyof StoredMessage as `known${Capitalize<k>}`]: StoredMessage[k] | null };
export type SendFacts = PairFacts & Known & { unreadTotal: number; peerUnreadTotal: number };

const unreadOf = (owner: string) => sql`(
  select coalesce(sum(unread), 0)::int from conversation
  where owner_id = ${sql.ref(owner)} and unread > 0
    and not exists (
      select from hidden_pair where viewer_id = conversation.owner_id and other_id = conversation.other_id
    )
)`;

/**
 * What decides about each send, one row for each, in order; with what was stored before under its client id, and how
 * much both have not read, where they could see it.
 */
export async function listSendFacts(db: Db, sends: Send[], now: Date): Promise<SendFacts[]> {
  const { rows } = await sql<SendFacts>`
    select ${factsAt(now)},
      known.id as known_id, known.sender_id as known_sender_id, known.recipient_id as known_recipient_id,
      known.client_id as known_client_id, known.sender_seq as known_sender_seq,
      known.recipient_seq as known_recipient_seq, known.text as known_text, known.sent_at as known_sent_at,
      known.read_at as known_read_at,
      ${unreadOf("pair.sender_id")} as unread_total, ${unreadOf("pair.recipient_id")} as peer_unread_total
    from unnest(
      ${sends.map(({ senderId }) => senderId)}::uuid[],
      ${sends.map(({ recipientId }) => recipientId)}::uuid[],
      ${sends.map(({ clientId }) => clientId)}::uuid[]
    ) with ordinality pair (sender_id, recipient_id, client_id, place) ${concerned}
    left join message known on known.sender_id = pair.sender_id and known.client_id = pair.client_id
    order by pair.place`.execute(db);
  return rows;
}
