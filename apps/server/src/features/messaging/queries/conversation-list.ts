import { CONVERSATION_PAGE, PRESENCE_ORDER } from "@caramelo/contract/limits";
import type { Presence } from "@caramelo/contract/presence/calls";
import { type RawBuilder, sql } from "kysely";
import type { LastMessage } from "../../../base/pairs/conversation-rules.ts";
import { isVisiblePair } from "../../../base/pairs/fragment-queries.ts";
import type { Db } from "../../../platform/database/database.ts";
import { type Params, statement } from "../../../platform/database/statement.ts";
import { OFFLINE_RANK, presenceRank, rankOfPresent, selectPresent } from "../../presence/fragment-queries.ts";
import type { PresenceMoments } from "../../presence/rules.ts";
import type { ListPosition } from "../rules/cursors.ts";
import { selectStreamState } from "./stream-states.ts";

type Page = {
  /** Where the previous page ended. */
  after: ListPosition | undefined;
  /** Whether the latest message alone decides on the order; otherwise present members come first. */
  isLatestFirst: boolean;
  /** A part of the name that the listed members must have. */
  search: string | undefined;
  moments: PresenceMoments;
};
type Values = PresenceMoments & { ownerId: string; afterRank: number; afterSeq: number; search: string | null };
type State = { cursor: number; unreadTotal: number };
type Row = LastMessage & {
  /** The id of the other member. */
  id: string;
  rank: number;
  /**
   * The position in PRESENCE_ORDER of the presence that the owner sees. `rank` can differ: a member who shows a
   * presence but is listed among the others has the rank of the others.
   */
  shownRank: number;
  unread: number;
};

/** A position before the first conversation. */
const START: ListPosition = { rank: -1, lastSeq: Number.MAX_SAFE_INTEGER };
const OFFLINE = sql.lit(OFFLINE_RANK);
const LIMIT = sql.lit(CONVERSATION_PAGE + 1);

type List = (params: Params<Values>, isSearch: boolean) => RawBuilder<unknown>;
const build = (list: List, isSearch: boolean) => (params: Params<Values>) => selectPage(params, list(params, isSearch));
const all = (list: List) => statement(build(list, false));
/** A search reads the names of all peers, which may take long. */
const namedStatement = (list: List) => statement(build(list, true), { connection: "long read" });

const READ = {
  byPresence: { all: all(listByPresence), named: namedStatement(listByPresence) },
  latest: { all: all(listLatest), named: namedStatement(listLatest) },
};

/**
 * Conversations with their last messages, ordered by the presence that the owner sees and then by the latest message:
 * one page and one row more, if there is one, with the state of the owner's stream. One statement reads all of it, so
 * that it belongs to one snapshot. Cleared conversations, hidden and inactive peers are left out; erased ones are not.
 */
export async function listConversations(
  db: Db,
  ownerId: string,
  { after = START, isLatestFirst, search, moments }: Page,
) {
  // After those who show a presence, the pages go through all conversations, including those listed already: a member's
  // presence may have changed between two pages, and no member may be missed.
  const order = READ[isLatestFirst || after.rank === OFFLINE_RANK ? "latest" : "byPresence"];
  const readStatement = search === undefined ? order.all : order.named;
  const position = { afterRank: after.rank, afterSeq: after.lastSeq };
  const rows = await readStatement(db, { ...moments, ...position, ownerId, search: search ?? null });
  const [state] = rows;
  // The statement returns the state of the stream even without conversations, so there is always a row.
  if (!state) throw new Error("a list has no row");
  const { cursor, unreadTotal } = state;
  const listedRows = rows.flatMap((row) => (row.id === null ? [] : [{ ...row, presence: presenceAt(row.shownRank) }]));
  return { cursor, unreadTotal, rows: listedRows };
}

// The statement only returns positions of PRESENCE_ORDER.
const presenceAt = (rank: number) => PRESENCE_ORDER[rank] as Presence;

/** SQL: the listed conversations, and the state of the owner's stream. */
const selectPage = ({ ownerId }: Params<Values>, listedRows: RawBuilder<unknown>) => sql<State & (Row | { id: null })>`
  select state.last_seq as cursor, state.unread_total, conversation.other_id as id, conversation.rank,
    conversation.shown_rank, ${COLUMNS}
  from (${selectStreamState({ memberId: ownerId })}) state
  left join (${listedRows}) conversation on true
  order by conversation.rank, conversation.last_seq desc`;

/** SQL: whether the other member of a row of `conversation` has written to the owner. */
const HAS_OTHER_WRITTEN = sql<boolean>`(conversation.received > 0)`;

const COLUMNS = sql`
  conversation.last_seq, conversation.unread, conversation.last_message_id, conversation.last_text,
  conversation.last_sent_at, conversation.is_last_mine, conversation.last_read_at`;

/** SQL: conversations of the owner that are not cleared. */
const isListed = (ownerId: RawBuilder<string>) => sql`
  conversation.owner_id = ${ownerId} and conversation.last_seq > conversation.cleared_up_to`;

/**
 * SQL: the other member is active and not hidden, or erased: the owner keeps the conversation. `offset 0` looks up each
 * one by key instead of reading all members.
 */
function isInSight({ ownerId }: Params<Values>): RawBuilder<unknown> {
  return sql`${isVisiblePair(ownerId, sql.ref("conversation.otherId"))} and coalesce((
    select other.is_active from profile other where other.member_id = conversation.other_id offset 0
  ), true)`;
}

/** SQL: the ids of the owner's conversation partners, or of those whose folded names contain the search. */
function peerIds({ ownerId, search }: Params<Values>, isSearch: boolean): RawBuilder<unknown> {
  const ids = sql`array(select other_id from conversation where owner_id = ${ownerId})`;
  if (!isSearch) return ids;
  return sql`array(
    select member_id from profile where member_id = any(${ids}) and strpos(folded_name, ${search}) > 0
  )`;
}

/**
 * SQL: the position in PRESENCE_ORDER of the other member's presence as the owner sees it, for a row of `conversation`.
 */
const shownRank = (params: Params<Values>) => sql`
  select ${presenceRank(HAS_OTHER_WRITTEN, params)} as rank
  from (select) one
  left join presence on presence.member_id = conversation.other_id
  left join availability on availability.member_id = conversation.other_id`;

/**
 * SQL: members who show a presence first, then the others, each group by the latest message. Those present are found
 * among the owner's peers in one walk of the index of presences, so the cost depends on the owner's conversations and
 * not on the number of members. A member whose presence puts them before the end of the previous page is listed among
 * the others.
 */
function listByPresence(params: Params<Values>, isSearch: boolean): RawBuilder<unknown> {
  const rank = rankOfPresent(HAS_OTHER_WRITTEN);
  const isSearched = isSearch ? sql`other_id = any((select ids from peer)::uuid[])` : sql`true`;
  return sql`
    with peer as materialized (
      select ${peerIds(params, isSearch)} as ids
    ), present as materialized (
      ${selectPresent(sql`(select ids from peer)::uuid[]`, params)}
    ), shown as materialized (
      select * from (
        select conversation.other_id, ${COLUMNS}, ${rank} as shown_rank
        from present join conversation on conversation.other_id = present.member_id
        where ${isListed(params.ownerId)}
        order by shown_rank, last_seq desc offset 0
      ) conversation
      where ${isPresentAfter(params)} and ${isInSight(params)}
      order by shown_rank, last_seq desc limit ${LIMIT}
    )
    select *, shown_rank as rank from shown
    union all
    select conversation.other_id, ${COLUMNS},
      coalesce((select ${rank} from present where member_id = conversation.other_id), ${OFFLINE}), ${OFFLINE}
    from (${selectLatest(
      params,
      sql`${isSearched} and other_id not in (select other_id from shown)`,
      sql`${LIMIT} - (select count(*) from shown)`,
    )}) conversation`;
}

const isPresentAfter = ({ afterRank, afterSeq }: Params<Values>) => sql`
  (shown_rank < ${OFFLINE}
    and (shown_rank > ${afterRank} or shown_rank = ${afterRank} and conversation.last_seq < ${afterSeq}))`;

/** SQL: all conversations, the latest first. */
function listLatest(params: Params<Values>, isSearch: boolean): RawBuilder<unknown> {
  const isSearched = isSearch ? sql`other_id = any(${peerIds(params, isSearch)})` : sql`true`;
  return sql`
    select conversation.other_id, ${COLUMNS}, seen.rank as shown_rank, ${OFFLINE} as rank
    from (${selectLatest(params, sql`${isSearched} and last_seq < ${params.afterSeq}`, LIMIT)}) conversation
    cross join lateral (${shownRank(params)} offset 0) seen`;
}

/**
 * SQL: the latest of the listed conversations that meet a condition. `offset 0` sorts first, so that `isInSight` is
 * checked for about one page only.
 */
function selectLatest(params: Params<Values>, condition: RawBuilder<unknown>, limit: RawBuilder<unknown>) {
  return sql`
    select * from (
      select * from conversation where ${isListed(params.ownerId)} and ${condition} order by last_seq desc offset 0
    ) conversation
    where ${isInSight(params)}
    order by last_seq desc limit ${limit}`;
}
