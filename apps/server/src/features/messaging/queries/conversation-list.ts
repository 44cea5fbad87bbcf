import { CONVERSATION_PAGE } from "@caramelo/contract/limits";
import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { isVisiblePair } from "../../../base/members/pair-fragment-queries.ts";
import type { Db } from "../../../platform/database/database.ts";
import { fixedStatement, type Places } from "../../../platform/database/fixed-statement.ts";
import { hasWrittenTo, OFFLINE_RANK, presenceRank } from "../../presence/fragment-queries.ts";
import type { PresenceMoments } from "../../presence/rules.ts";
import type { ListPosition } from "../rules/list-position.ts";
import { selectPeers } from "./peers.ts";
import { selectStreamState } from "./stream-states.ts";

type Page = {
  /** The end of the page before. */
  after: ListPosition | undefined;
  /** By the latest message alone, and not by presence first. */
  isLatestFirst: boolean;
  /** Only members whose name holds this. */
  search: string | undefined;
  moments: PresenceMoments;
};
type Values = PresenceMoments & {
  ownerId: string;
  afterRank: number;
  afterSeq: number;
  search: string | null;
};
type Listed = {
  otherId: string;
  lastSeq: number;
  unread: number;
  lastMessageId: string;
  startedAt: Date | null;
  rank: number;
};

/** Before all positions. */
const START: ListPosition = { rank: -1, lastSeq: Number.MAX_SAFE_INTEGER };
const OFFLINE = sql.lit(OFFLINE_RANK);
const LIMIT = sql.lit(CONVERSATION_PAGE + 1);

type List = (places: Places<Values>, condition: RawBuilder<unknown>) => RawBuilder<unknown>;
const build =
  (list: List, condition: (places: Places<Values>) => RawBuilder<unknown>) => (places: Places<Values>, db: Db) =>
    selectPage(db, places, list(places, condition(places)));
const all = (list: List) => fixedStatement(build(list, () => sql`true`));
/** Reads the names of all peers. */
const named = (list: List) => fixedStatement(build(list, isNamed), { mayTakeLong: true });

const READ = {
  byPresence: { all: all(listByPresence), named: named(listByPresence) },
  latest: { all: all(listLatest), named: named(listLatest) },
};

/**
 * Conversations with their peers and last messages, by presence, as the owner sees it, and by the latest message: a page and
 * one more where there are any, with the state of the owner's stream. In one statement, so that all of it is of one moment.
 * Cleared conversations, hidden and inactive peers are left out.
 */
export async function listConversations(
  db: Db,
  ownerId: string,
  { after = START, isLatestFirst, search, moments }: Page,
) {
  // By then the walk repeats those who show a presence: somebody may have come or gone between two pages.
  const order = READ[isLatestFirst || after.rank === OFFLINE_RANK ? "latest" : "byPresence"];
  const read = search === undefined ? order.all : order.named;
  const position = { afterRank: after.rank, afterSeq: after.lastSeq };
  const rows = await read(db, { ...moments, ...position, ownerId, search: search ?? null });
  const [state] = rows;
  // The state of the stream is a row by itself.
  if (!state) throw new Error("a list has no row");
  const { cursor, unreadTotal } = state;
  return { cursor, unreadTotal, rows: rows.flatMap((row) => (row.id === null ? [] : [row])) };
}

/** The details of the conversations that are listed, and the state of the owner's stream. */
function selectPage(db: Db, { ownerId, at }: Places<Values>, listed: RawBuilder<unknown>) {
  const rows = selectPeers(db, ownerId, at)
    .innerJoin(
      sql<Listed>`(${listed})`.as<"conversation">(sql`conversation`),
      "conversation.otherId",
      "profile.memberId",
    )
    .innerJoin("message", "message.id", "conversation.lastMessageId")
    .select([
      "conversation.rank",
      "conversation.lastSeq",
      "conversation.unread",
      "message.id as messageId",
      "message.senderId",
      "message.recipientId",
      "message.clientId",
      "message.senderSeq",
      "message.recipientSeq",
      "message.text",
      "message.sentAt",
      "message.readAt",
    ])
    .select(hasOtherWritten(ownerId).as("hasWritten"));
  type Row = typeof rows extends { compile(): CompiledQuery<infer R> } ? R : never;
  return sql<{ cursor: number; unreadTotal: number } & (Row | { id: null })>`
    select state.last_seq as cursor, state.unread_total, listed.*
    from (${selectStreamState({ memberId: ownerId })}) state left join ${rows} listed on true
    order by listed.rank, listed.last_seq desc`;
}

/** SQL: whether the other one of a row of `conversation` wrote first, or has written since. */
const hasOtherWritten = (ownerId: RawBuilder<string>) =>
  sql<boolean>`(conversation.started_at is null or ${hasWrittenTo(sql.ref("conversation.otherId"), ownerId)})`;

const COLUMNS = sql`
  conversation.other_id, conversation.last_seq, conversation.unread, conversation.last_message_id, conversation.started_at`;

/** SQL: conversations of the owner that are not cleared. */
const isListed = (ownerId: RawBuilder<string>) => sql`
  conversation.owner_id = ${ownerId} and conversation.last_seq > conversation.cleared_up_to`;

/** SQL: the other one is in sight. Each is looked up, never all members read. */
function isInSight({ ownerId }: Places<Values>): RawBuilder<unknown> {
  return sql`${isVisiblePair(ownerId, sql.ref("conversation.otherId"))} and exists (
    select from profile other where other.member_id = conversation.other_id and other.is_active offset 0
  )`;
}

/** SQL: the other one has the name that is searched for. */
function isNamed({ search }: Places<Values>): RawBuilder<unknown> {
  return sql`exists (
    select from profile other
    where other.member_id = conversation.other_id
      and strpos(fold_search_text(other.name), (select fold_search_text(${search}))) > 0
    offset 0
  )`;
}

/**
 * SQL: all in one order, those who show a presence first. The presence of the other one of each is looked up one by one, so
 * the cost is that of the owner's own conversations, however many members there are; what is asked about those of one page
 * comes after the order. Who came before the end of the page before stands among the rest.
 */
function listByPresence(places: Places<Values>, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select * from (
      select ${COLUMNS}, case when ${isPresentAfter(places)} then seen.rank else ${OFFLINE} end as rank
      from conversation
      cross join lateral (
        select ${presenceRank(hasOtherWritten(places.ownerId), places)} as rank
        from (select) one
        left join presence on presence.member_id = conversation.other_id
        left join availability on availability.member_id = conversation.other_id
        offset 0
      ) seen
      where ${isListed(places.ownerId)} and ${condition}
      order by rank, conversation.last_seq desc offset 0
    ) conversation
    where ${isInSight(places)}
    order by conversation.rank, conversation.last_seq desc limit ${LIMIT}`;
}

const isPresentAfter = ({ afterRank, afterSeq }: Places<Values>) => sql`
  (seen.rank < ${OFFLINE}
    and (seen.rank > ${afterRank} or seen.rank = ${afterRank} and conversation.last_seq < ${afterSeq}))`;

/** SQL: all conversations, the latest first. Only those of one page are asked whether they are in sight. */
function listLatest(places: Places<Values>, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select * from (
      select ${COLUMNS}, ${OFFLINE} as rank
      from conversation
      where ${isListed(places.ownerId)} and conversation.last_seq < ${places.afterSeq} and ${condition}
      order by conversation.last_seq desc offset 0
    ) conversation
    where ${isInSight(places)}
    order by conversation.last_seq desc limit ${LIMIT}`;
}
