import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import { OFFLINE_RANK, presenceRank } from "../../presence/fragment-queries.ts";
import type { PresenceMoments } from "../../presence/rules.ts";
import { isVisiblePair } from "../../safety/fragment-queries.ts";
import { hasWrittenTo } from "../fragment-queries.ts";
import type { ListPosition } from "../rules/list-position.ts";
import { selectPeers } from "./peers.ts";

type Page = {
  /** The end of the page before. */
  after: ListPosition | undefined;
  /** By the latest message alone, and not by presence first. */
  isLatestFirst: boolean;
  /** Only members whose name holds this. */
  search: string | undefined;
  limit: number;
  moments: PresenceMoments;
};
type Listed = {
  otherId: string;
  lastSeq: number;
  unread: number;
  lastMessageId: string;
  startedAt: Date | null;
  rank: number;
};

/**
 * Conversations with their peers and last messages: by presence, as the owner sees it, and by the latest message. Cleared
 * ones, hidden and inactive peers are left out.
 */
export function listConversations(db: Db, ownerId: string, page: Page) {
  const { moments, limit } = page;
  const listed = page.isLatestFirst ? listLatest(ownerId, page) : listByPresence(ownerId, page);
  return selectPeers(db, ownerId, moments.at)
    .innerJoin(
      sql<Listed>`(select * from (${listed}) both_parts order by rank, last_seq desc limit ${limit})`.as<"conversation">(
        sql`conversation`,
      ),
      "conversation.otherId",
      "profile.memberId",
    )
    .innerJoin("message", "message.id", "conversation.lastMessageId")
    .orderBy("conversation.rank")
    .orderBy("conversation.lastSeq", "desc")
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
    .select(hasOtherWritten(ownerId).as("hasWritten"))
    .execute();
}

/** SQL: whether the other one of a row of `conversation` wrote first, or has written since. */
const hasOtherWritten = (ownerId: string) =>
  sql<boolean>`(conversation.started_at is null or ${hasWrittenTo(sql.ref("conversation.otherId"), ownerId)})`;

const COLUMNS = sql`
  conversation.other_id, conversation.last_seq, conversation.unread, conversation.last_message_id, conversation.started_at`;
const OFFLINE = sql.lit(OFFLINE_RANK);

/** SQL: conversations of the owner that are not cleared. */
const isListed = (ownerId: string) => sql`
  conversation.owner_id = ${ownerId} and conversation.last_seq > conversation.cleared_up_to`;

/** SQL: the other one is in sight, and has the name that is searched for. Each is looked up, never all members read. */
function isWanted(ownerId: string, search: string | undefined): RawBuilder<unknown> {
  const hasName =
    search === undefined ? sql`true` : sql`strpos(fold_search_text(other.name), fold_search_text(${search})) > 0`;
  return sql`${isVisiblePair(ownerId, sql.ref("conversation.otherId"))} and exists (
    select from profile other where other.member_id = conversation.other_id and other.is_active and ${hasName} offset 0
  )`;
}

/**
 * SQL: the presence of the other one of each row of `conversation`, looked up one by one: the cost is that of the owner's
 * own conversations, however many members there are.
 */
const joinPresence = (ownerId: string, moments: PresenceMoments) => sql`
  cross join lateral (
    select ${presenceRank(hasOtherWritten(ownerId), moments)} as rank
    from (select) one
    left join presence on presence.member_id = conversation.other_id
    left join availability on availability.member_id = conversation.other_id
    offset 0
  ) seen`;

function listByPresence(ownerId: string, page: Page): RawBuilder<unknown> {
  // By then the walk repeats those who show a presence: somebody may have come or gone between two pages.
  if (page.after?.rank === OFFLINE_RANK) return listLatest(ownerId, page);
  return sql`(${listPresent(ownerId, page)}) union all (${listRest(ownerId, page)})`;
}

/** SQL: conversations with members who show a presence, after the end of the page before. */
function listPresent(ownerId: string, { after, search, limit, moments }: Page): RawBuilder<unknown> {
  // What is asked about few comes after what is asked about all.
  return sql`
    select * from (
      select ${COLUMNS}, seen.rank
      from conversation ${joinPresence(ownerId, moments)}
      where ${isListed(ownerId)} and ${isPresentAfter(after)}
      offset 0
    ) conversation
    where ${isWanted(ownerId, search)}
    order by conversation.rank, conversation.last_seq desc limit ${limit}`;
}

/** SQL: all other conversations, the latest first. */
function listRest(ownerId: string, { after, search, limit, moments }: Page): RawBuilder<unknown> {
  return sql`
    select ${COLUMNS}, ${OFFLINE} as rank
    from conversation ${joinPresence(ownerId, moments)}
    where ${isListed(ownerId)} and not ${isPresentAfter(after)} and ${isWanted(ownerId, search)}
    order by conversation.last_seq desc limit ${limit}`;
}

const isPresentAfter = (after: ListPosition | undefined) => sql`
  (seen.rank < ${OFFLINE} and ${
    after
      ? sql`(seen.rank > ${after.rank} or seen.rank = ${after.rank} and conversation.last_seq < ${after.lastSeq})`
      : sql`true`
  })`;

/** SQL: all conversations, the latest first. */
function listLatest(ownerId: string, { after, search, limit }: Page): RawBuilder<unknown> {
  const from = after ? sql`conversation.last_seq < ${after.lastSeq}` : sql`true`;
  return sql`
    select ${COLUMNS}, ${OFFLINE} as rank
    from conversation
    where ${isListed(ownerId)} and ${from} and ${isWanted(ownerId, search)}
    order by conversation.last_seq desc limit ${limit}`;
}
