import { ACQUAINTED_AFTER } from "@caramelo/contract/limits";
import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import { type Params, statement } from "../../../platform/database/statement.ts";
import type { SendingFacts } from "../rules/judge.ts";
import { factsAt, type Pair, pairJoins } from "./pairs.ts";

type Send = Pair & { sessionId: string | null };
export type SendFacts = SendingFacts & { isSessionOver: boolean };

/** SQL: when a slowed member who writes to a new person last started a conversation; null in all other cases. */
const slowedStartAt = sql`(
  select coalesce((select max(started_at) from conversation where owner_id = slowed.member_id), 'epoch')
  from slowed_member slowed
  where mine.owner_id is null and slowed.member_id = pair.sender_id and slowed.lifted_at is null
)`;

type SendValues = { now: Date; senderIds: string[]; recipientIds: string[]; sessionIds: (string | null)[] };

const readSendFacts = statement(
  ({ now, senderIds, recipientIds, sessionIds }: Params<SendValues>) => sql<SendFacts>`
    select ${factsAt(now)},
      pair.session_id is not null and not exists (
        select from session
        where session.id = pair.session_id and session.ended_at is null and session.expires_at > ${now}::timestamptz
      ) as is_session_over,
      ${slowedStartAt} as slowed_start_at,
      coalesce(least(mine.received, theirs.received) >= ${sql.lit(ACQUAINTED_AFTER)}, false) as is_acquainted
    from unnest(${senderIds}::uuid[], ${recipientIds}::uuid[], ${sessionIds}::uuid[])
      with ordinality pair (sender_id, recipient_id, session_id, position) ${pairJoins}
    left join conversation theirs on theirs.owner_id = pair.recipient_id and theirs.other_id = pair.sender_id
    order by pair.position`,
);

/** The facts that decide about each send, one row for each and in their order. */
export function listSendFacts(db: Db, sends: Send[], now: Date): Promise<SendFacts[]> {
  return readSendFacts(db, {
    now,
    senderIds: sends.map(({ senderId }) => senderId),
    recipientIds: sends.map(({ recipientId }) => recipientId),
    sessionIds: sends.map(({ sessionId }) => sessionId),
  });
}
