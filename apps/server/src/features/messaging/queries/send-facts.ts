import { typedMax } from "@caramelo/contract/formats/typed-max";
import { ACQUAINTED_AFTER, QUOTE_MAX } from "@caramelo/contract/limits";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import { type Params, statement } from "../../../platform/database/statement.ts";
import type { SendingFacts } from "../rules/judge.ts";
import type { Quote, StoredMessage } from "../rules/sends.ts";
import { factsAt, type Pair, pairJoins, RECIPIENT, SENDER } from "./pairs.ts";

type Send = Pair & { clientId: string; replyToId: string | null; sessionId: string | null };
/** A stored message without its warnings: only its writer sends it again, and warnings are not shown to the writer. */
type KeptMessage = Omit<StoredMessage, "warnings">;
type KnownMessage = { [k in keyof KeptMessage as `known${Capitalize<k>}`]: KeptMessage[k] | null };
export type SendFacts = SendingFacts & KnownMessage & { quote: Quote | null; isSessionOver: boolean };

/** SQL: the message that a send replies to, as the sender sees it; null when it belongs to another pair. */
const quote = sql`(
  select json_build_object(
    'id', quoted.id, 'isMine', quoted.sender_id = pair.sender_id, 'seq', place.seq, 'peerSeq', place.peer_seq,
    'text', left(quoted.text, ${sql.lit(typedMax(QUOTE_MAX))}), 'isCleared', place.seq <= mine.cleared_up_to,
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

/** SQL: whether one member has written at least ACQUAINTED_AFTER messages to another. */
const hasWrittenOften = (sender: RawBuilder<unknown>, recipient: RawBuilder<unknown>) => sql`(
  select count(*) from (
    select from message where sender_id = ${sender} and recipient_id = ${recipient} limit ${sql.lit(ACQUAINTED_AFTER)}
  ) written
) = ${sql.lit(ACQUAINTED_AFTER)}`;
// Without a conversation the two have never written to each other, so nothing is counted.
const isAcquainted = sql`(
  mine.owner_id is not null and ${hasWrittenOften(SENDER, RECIPIENT)} and ${hasWrittenOften(RECIPIENT, SENDER)}
)`;

/**
 * SQL: for a slowed member who writes to somebody new, when they last started a conversation; null in all other cases.
 */
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
    ({ now, senderIds, recipientIds, clientIds, replyToIds, sessionIds }: Params<SendValues>) => sql<SendFacts>`
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
      ) with ordinality pair (sender_id, recipient_id, client_id, reply_to_id, session_id, position) ${pairJoins}
      left join message known on known.sender_id = pair.sender_id and known.client_id = pair.client_id
      order by pair.position`,
  );

const plainFacts = sendFactsWith(sql`null::json`);
const factsOfReplies = sendFactsWith(quote);

/**
 * The facts of each send, one row for each and in their order, with the message that is stored already under its client
 * id and the message that it replies to. Only a batch with a reply looks for quoted messages. `isAcquainted` is read
 * for every send, though only texts with a warning need it, because no text is read before the facts are known.
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
