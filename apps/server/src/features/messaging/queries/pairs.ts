import { ACQUAINTED_AFTER, QUOTE_MAX } from "@caramelo/contract/limits";
import { type RawBuilder, sql } from "kysely";
import { isHiddenPair, isVisiblePair } from "../../../base/members/pair-fragment-queries.ts";
import { isPremium } from "../../../base/members/premium-fragment-queries.ts";
import type { Db } from "../../../platform/database/database.ts";
import { type Places, statement } from "../../../platform/database/statement.ts";
import type { PairFacts, SendingFacts } from "../rules/judge.ts";
import type { Quote, StoredMessage } from "../rules/plan-sends.ts";

type Pair = { senderId: string; recipientId: string };

const SENDER = sql.ref("pair.sender_id");
const RECIPIENT = sql.ref("pair.recipient_id");

/** SQL: the columns of `MeetingFacts`, of `pair` and what it is joined with. */
export const meetingColumns = sql`
  case when me.is_open then me.role end as role,
  peer.role as peer_role,
  coalesce(peer.is_active, false) as is_peer_active,
  (${isHiddenPair(SENDER, RECIPIENT)} or ${isHiddenPair(RECIPIENT, SENDER)}
    or me.hidden_at is not null) as is_hidden,
  mine.owner_id is not null as has_conversation`;

const factsAt = (now: Date | RawBuilder<Date>) => sql`
  ${meetingColumns},
  me.age_gate is not null as lacks_age,
  ${isPremium(now)} as is_premium,
  coalesce(entitlement.tokens, 0) as tokens,
  coalesce(entitlement.conversations, 0) as conversations,
  (
    select count(*)::int from conversation
    where owner_id = pair.sender_id
      and started_at >= date_trunc('day', ${now}::timestamptz, 'America/Sao_Paulo')
  ) as started_today,
  coalesce(peer.age_gate is not null, false) as does_peer_lack_age,
  coalesce(peer.is_managed, false) as is_peer_managed,
  mine.opened_at is not null as is_opened`;

/** SQL: what `pair` is joined with for `meetingColumns`. */
export const meetingJoins = sql`
  left join profile me on me.member_id = pair.sender_id
  left join profile peer on peer.member_id = pair.recipient_id
  left join conversation mine on mine.owner_id = pair.sender_id and mine.other_id = pair.recipient_id`;

const joins = sql`${meetingJoins} left join entitlement on entitlement.member_id = pair.sender_id`;

/** SQL: one row with the facts that decide whether one member may write to another. */
export const selectPairFacts = ({ senderId, recipientId, now }: Places<Pair & { now: Date }>) => sql<PairFacts>`
  select ${factsAt(now)}
  from (select ${senderId}::uuid as sender_id, ${recipientId}::uuid as recipient_id) pair ${joins}`;

const readPairFacts = statement(selectPairFacts);

export async function findPairFacts(db: Db, pair: Pair, now: Date): Promise<PairFacts | undefined> {
  const [facts] = await readPairFacts(db, { ...pair, now });
  return facts;
}

type Send = Pair & {
  clientId: string;
  replyToId: string | null;
  sessionId: string | null;
};
/** Without its warnings: who asks again is its writer, to whom they are not shown. */
type Kept = Omit<StoredMessage, "warnings">;
type Known = { [k in keyof Kept as `known${Capitalize<k>}`]: Kept[k] | null };
export type SendFacts = SendingFacts & Known & { quote: Quote | null; isSessionOver: boolean };

/** The message that a send replies to, as its sender has it; null where it is none of the pair. */
const quote = sql`(
  select json_build_object(
    'id', quoted.id, 'isMine', quoted.sender_id = pair.sender_id, 'seq', place.seq, 'peerSeq', place.peer_seq,
    'text', left(quoted.text, ${sql.lit(QUOTE_MAX)}), 'isCleared', place.seq <= mine.cleared_up_to,
    'isClearedForPeer', place.peer_seq <= theirs.cleared_up_to
  )
  from message quoted
  cross join lateral (values (
    case when quoted.sender_id = pair.sender_id then quoted.sender_seq else quoted.recipient_seq end,
    case when quoted.sender_id = pair.sender_id then quoted.recipient_seq else quoted.sender_seq end
  )) place (seq, peer_seq)
  join conversation theirs on theirs.owner_id = pair.recipient_id and theirs.other_id = pair.sender_id
  where quoted.id = pair.reply_to_id
    and ((quoted.sender_id = pair.sender_id and quoted.recipient_id = pair.recipient_id)
      or (quoted.sender_id = pair.recipient_id and quoted.recipient_id = pair.sender_id))
)`;

/** Whether a member has written as often to another as those do who know each other. */
const hasWrittenOften = (sender: RawBuilder<unknown>, recipient: RawBuilder<unknown>) => sql`(
  select count(*) from (
    select from message where sender_id = ${sender} and recipient_id = ${recipient} limit ${sql.lit(ACQUAINTED_AFTER)}
  ) written
) = ${sql.lit(ACQUAINTED_AFTER)}`;
// Only those who share a conversation have written at all.
const isAcquainted = sql`(
  mine.owner_id is not null and ${hasWrittenOften(SENDER, RECIPIENT)} and ${hasWrittenOften(RECIPIENT, SENDER)}
)`;

/** When a slowed member last started a conversation, for the first message to somebody; null for everybody else. */
const slowedStartAt = sql`(
  select coalesce((select max(started_at) from conversation where owner_id = slowed.member_id), 'epoch')
  from slowed_member slowed
  where mine.owner_id is null and slowed.member_id = pair.sender_id and slowed.lifted_at is null
)`;

type SendValues = {
  now: Date;
  senderIds: string[];
  recipientIds: string[];
  clientIds: string[];
  replyToIds: (string | null)[];
  sessionIds: (string | null)[];
};

const sendFactsWith = (quoteColumn: RawBuilder<unknown>) =>
  statement(
    ({ now, senderIds, recipientIds, clientIds, replyToIds, sessionIds }: Places<SendValues>) => sql<SendFacts>`
      select ${factsAt(now)},
        known.id as known_id, known.sender_id as known_sender_id, known.recipient_id as known_recipient_id,
        known.client_id as known_client_id, known.sender_seq as known_sender_seq,
        known.recipient_seq as known_recipient_seq, known.text as known_text, known.sent_at as known_sent_at,
        known.read_at as known_read_at, known.reply_to_id as known_reply_to_id,
        ${quoteColumn} as quote,
        pair.session_id is not null and not exists (
          select from session
          where session.id = pair.session_id and session.ended_at is null and session.expires_at > ${now}::timestamptz
        ) as is_session_over,
        ${slowedStartAt} as slowed_start_at, ${isAcquainted} as is_acquainted
      from unnest(
        ${senderIds}::uuid[], ${recipientIds}::uuid[], ${clientIds}::uuid[], ${replyToIds}::uuid[], ${sessionIds}::uuid[]
      ) with ordinality pair (sender_id, recipient_id, client_id, reply_to_id, session_id, position) ${joins}
      left join message known on known.sender_id = pair.sender_id and known.client_id = pair.client_id
      order by pair.position`,
  );

const plainFacts = sendFactsWith(sql`null::json`);
const factsOfReplies = sendFactsWith(quote);

/**
 * The facts of each send, one row for each and in their order, with the message that is stored already under its client
 * id and the one that it replies to. Only a batch with a reply looks for one. Whether the two know each other is asked of
 * every send, because no text is read before the facts are known.
 */
export function listSendFacts(db: Db, sends: Send[], now: Date): Promise<SendFacts[]> {
  const hasReplies = sends.some(({ replyToId }) => replyToId !== null);
  return (hasReplies ? factsOfReplies : plainFacts)(db, {
    now,
    senderIds: sends.map(({ senderId }) => senderId),
    recipientIds: sends.map(({ recipientId }) => recipientId),
    clientIds: sends.map(({ clientId }) => clientId),
    replyToIds: sends.map(({ replyToId }) => replyToId),
    sessionIds: sends.map(({ sessionId }) => sessionId),
  });
}

/** Whether two members share a conversation, the other one is active, and neither is hidden from the other. */
export async function isOpenPair(db: Db, memberId: string, otherId: string): Promise<boolean> {
  const row = await db
    .selectFrom("conversation")
    .innerJoin("profile as other", "other.memberId", "conversation.otherId")
    .where("conversation.ownerId", "=", memberId)
    .where("conversation.otherId", "=", otherId)
    .where("other.isActive", "=", true)
    .where(isVisiblePair(memberId, otherId))
    .where(isVisiblePair(otherId, memberId))
    .select("other.memberId")
    .executeTakeFirst();
  return row !== undefined;
}
