import { sql } from "kysely";
import { advanceStreamsSql } from "../../../base/members/stream-fragment-queries.ts";
import type { Stream } from "../../../base/members/stream-queries.ts";
import type { Places } from "../../../platform/database/fixed-statement.ts";
import { type PipelinedQuery, pipelinedStatement } from "../../../platform/database/pipeline.ts";
import { isUniqueViolation } from "../../../platform/database/violations.ts";
import { type Charges, chargeMessagesSql } from "../../billing/fragment-queries.ts";
import {
  addedWithSettings,
  insertMessageNotificationsSql,
  isWantedOutside,
  type NotificationValues,
  planExternalSql,
} from "../../notifications/fragment-queries.ts";
import {
  continueConversationsSql,
  insertMessagesSql,
  type NewMessages,
  type StoreValues,
  type Unread,
  unreadColumns,
  unreadSource,
  valuesOfMessages,
} from "./store-messages.ts";

type Expected = {
  streamIds: string[];
  expectedSeqs: number[];
  expectedVersions: number[];
  /** Of the sends that came over a connection. */
  sessionIds: string[];
};
type Values = StoreValues & Charges & NotificationValues & Expected;

const GUARD = sql`cross join unchanged`;

/**
 * Stores messages, and all that follows from them, in one statement which is a transaction of its own, if the streams are as
 * expected once they are locked and no session has ended; else it stores nothing and answers no row. A client id that is
 * stored already violates a constraint (`isKnownClientId`).
 * What it reads is older than the lock only where another transaction has moved a stream on meanwhile, and then it stores nothing.
 */
const storeKnown = pipelinedStatement((places: Places<Values>) => {
  const conversations = continueConversationsSql(places, GUARD);
  return sql<Unread>`
    with locked as (
      select member_id, last_seq, facts_version from member_stream where member_id = any(${places.streamIds}::uuid[])
      order by member_id for no key update
    ), unchanged as (
      select from (
        select array_agg(member_id) as member_ids, array_agg(last_seq) as seqs, array_agg(facts_version) as versions
        from locked
      ) found
      where found.member_ids = ${places.streamIds}::uuid[] and found.seqs = ${places.expectedSeqs}::bigint[]
        and found.versions = ${places.expectedVersions}::bigint[]
        and not exists (
          select from unnest(${places.sessionIds}::uuid[]) used (id)
          where not exists (
            select from session
            where session.id = used.id and session.ended_at is null and session.expires_at > ${places.now}::timestamptz
          )
        )
    ), stored as (${insertMessagesSql(places, GUARD)}),
    moved as (${advanceStreamsSql(places, GUARD)}),
    charged as (${chargeMessagesSql(places, GUARD)}),
    added as (${insertMessageNotificationsSql(places, GUARD)}),
    planned as (select ${planExternalSql} from ${addedWithSettings} where ${isWantedOutside("message")}),
    continued as (${conversations})
    select ${unreadColumns}, (select count(*) from planned) as planned from ${unreadSource}`;
});

type Known = {
  stored: NewMessages;
  streams: Stream[];
  charges: Charges;
  notifications: NotificationValues;
  sessionIds: string[];
};

/** Whether nothing was stored because a message has one of the client ids already. */
export const isKnownClientId = (error: unknown): boolean => isUniqueViolation(error, "message_client_id_key");

export function storeKnownSendsQuery(known: Known): PipelinedQuery<Unread> {
  const { stored, charges, notifications, sessionIds } = known;
  // In the order in which the statement locks them: lists are compared at once, where a join would compare each with all.
  const streams = known.streams.toSorted((one, other) => (one.memberId < other.memberId ? -1 : 1));
  return storeKnown({
    ...valuesOfMessages(stored),
    ...charges,
    ...notifications,
    streamIds: streams.map(({ memberId }) => memberId),
    expectedSeqs: streams.map(({ lastSeq }) => lastSeq),
    expectedVersions: streams.map(({ factsVersion }) => factsVersion),
    sessionIds,
  });
}
