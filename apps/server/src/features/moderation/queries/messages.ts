import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { WarnedPair } from "../rules.ts";

export type WrittenMessage = { id: string; senderId: string; recipientId: string; text: string; sentAt: Date };
type Pair = { reporterId: string; reportedId: string };

/** The last messages between two members, the latest first. */
export async function listLatest(db: Db, { reporterId, reportedId }: Pair, limit: number): Promise<WrittenMessage[]> {
  const { rows } = await sql<WrittenMessage>`
    (
      select id, sender_id, recipient_id, text, sent_at from message
      where sender_id = ${reporterId} and recipient_id = ${reportedId}
      order by sender_seq desc limit ${limit}
    ) union all (
      select id, sender_id, recipient_id, text, sent_at from message
      where sender_id = ${reportedId} and recipient_id = ${reporterId}
      order by sender_seq desc limit ${limit}
    )
    order by sent_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/**
 * The messages among `ids` that a reporter received from the reported member, with up to `around` before and after
 * each.
 */
export async function listAround(
  db: Db,
  { reporterId, reportedId, ids, around }: Pair & { ids: string[]; around: number },
): Promise<WrittenMessage[]> {
  const sentByReporter = sql`(sender_id = ${reporterId} and recipient_id = ${reportedId})`;
  const sentByReported = sql`(sender_id = ${reportedId} and recipient_id = ${reporterId})`;
  const side = (who: RawBuilder<unknown>, seq: RawBuilder<unknown>, isBefore: boolean) => sql`(
    select id, sender_id, recipient_id, text, sent_at, ${seq} as seq from message
    where ${who} and ${seq} ${isBefore ? sql`<=` : sql`>`} meant.seq
    order by ${seq} ${isBefore ? sql`desc` : sql`asc`} limit ${around + 1}
  )`;
  const direction = (isBefore: boolean) => sql`(
    select * from (
      ${side(sentByReporter, sql.ref("sender_seq"), isBefore)} union all ${side(sentByReported, sql.ref("recipient_seq"), isBefore)}
    ) near order by seq ${isBefore ? sql`desc` : sql`asc`} limit ${isBefore ? around + 1 : around}
  )`;
  const { rows } = await sql<WrittenMessage>`
    with meant as materialized (
      select id, recipient_seq as seq from message where id = any(${ids}::uuid[]) and ${sentByReported}
    )
    select distinct on (found.id) found.id, sender_id, recipient_id, text, sent_at
    from meant cross join lateral (${direction(true)} union all ${direction(false)}) found`.execute(db);
  return rows;
}

type WarnedPairsQuery = { memberId: string; since: Date; acquaintedAfter: number };

/**
 * A member's messages with warnings, for up to 50 recipients, who have all answered fewer than `acquaintedAfter` times.
 * The latest come first.
 */
export async function listWarnedPairs(
  db: Db,
  { memberId, since, acquaintedAfter }: WarnedPairsQuery,
): Promise<(WarnedPair & { messageIds: string[] })[]> {
  const { rows } = await sql<WarnedPair & { messageIds: string[] }>`
    select recipient_id, array_agg(distinct warning) as warnings, array_agg(distinct warned.id::text) as message_ids
    from message warned cross join lateral unnest(warnings) warning
    where sender_id = ${memberId} and sent_at >= ${since} and warnings is not null
      and (
        select count(*) from (
          select from message answer
          where answer.sender_id = warned.recipient_id and answer.recipient_id = ${memberId} limit ${acquaintedAfter}
        ) answered
      ) < ${acquaintedAfter}
    group by recipient_id
    order by max(sent_at) desc
    limit 50`.execute(db);
  return rows;
}
