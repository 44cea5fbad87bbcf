import { ABOUT_NAMES } from "@caramelo/contract/texts/about";
import { type RawBuilder, sql } from "kysely";
import { isPremium } from "../../../base/money/premium-fragment-queries.ts";
import { isHiddenPair, isVisiblePair } from "../../../base/pairs/fragment-queries.ts";
import type { Db } from "../../../platform/database/database.ts";
import { type Params, statement } from "../../../platform/database/statement.ts";
import type { MeetingFacts, PairFacts } from "../rules/judge.ts";

export type Pair = { senderId: string; recipientId: string };

const SENDER = sql.ref("pair.sender_id");
const RECIPIENT = sql.ref("pair.recipient_id");

/**
 * SQL: `offset 0` looks up each pair by its key; for a list of pairs PostgreSQL would otherwise read every hidden pair.
 */
const isHidden = (viewer: RawBuilder<unknown>, otherId: RawBuilder<unknown>) =>
  sql`(select ${isHiddenPair(viewer, otherId)} offset 0)`;

/** SQL: the columns of `MeetingFacts`, from `pair` and `meetingJoins`. */
const meetingColumns = sql`
  case when me.is_open then me.role end as role,
  peer.role as peer_role,
  coalesce(peer.is_active, false) as is_peer_active,
  (${isHidden(SENDER, RECIPIENT)} or ${isHidden(RECIPIENT, SENDER)}
    or me.hidden_at is not null) as is_hidden,
  mine.owner_id is not null as has_conversation`;

export const factsAt = (now: Date | RawBuilder<Date>) => sql`
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

/** SQL: the joins to `pair` that `meetingColumns` reads from. */
const meetingJoins = sql`
  left join profile me on me.member_id = pair.sender_id
  left join profile peer on peer.member_id = pair.recipient_id
  left join conversation mine on mine.owner_id = pair.sender_id and mine.other_id = pair.recipient_id`;

export const pairJoins = sql`${meetingJoins} left join entitlement on entitlement.member_id = pair.sender_id`;

/** SQL: one row with the facts that decide whether one member may write to another. */
export const selectPairFacts = ({ senderId, recipientId, now }: Params<Pair & { now: Date }>) => sql<PairFacts>`
  select ${factsAt(now)}
  from (select ${senderId}::uuid as sender_id, ${recipientId}::uuid as recipient_id) pair ${pairJoins}`;

const readMeeting = statement(
  ({ senderId, recipientId }: Params<Pair>) => sql<MeetingFacts & { cursor: number }>`
    select ${meetingColumns}, coalesce(stream.last_seq, 0) as cursor
    from (select ${senderId}::uuid as sender_id, ${recipientId}::uuid as recipient_id) pair ${meetingJoins}
    left join member_stream stream on stream.member_id = pair.sender_id`,
);

/**
 * The facts that decide whether one member may learn of another, and the position of the first one's stream. Messages
 * that are read afterwards are as new as this position, or newer: browsers apply a change that they have already.
 */
export async function findMeeting(db: Db, pair: Pair) {
  const [meeting] = await readMeeting(db, pair);
  // The statement returns a row even if neither member exists.
  if (!meeting) throw new Error("a pair has no row");
  return meeting;
}

const readPairFacts = statement(selectPairFacts);

export async function findPairFacts(db: Db, pair: Pair, now: Date): Promise<PairFacts | undefined> {
  const [facts] = await readPairFacts(db, { ...pair, now });
  return facts;
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

/** The members among these whose accounts are erased. */
export async function listErased(db: Db, memberIds: string[]): Promise<string[]> {
  if (memberIds.length === 0) return [];
  const rows = await db
    .selectFrom("erasure")
    .where("memberId", "in", memberIds)
    .where("begunAt", "is not", null)
    .select("memberId")
    .execute();
  return rows.map(({ memberId }) => memberId);
}

/** Whether a member has a conversation with an erased member. */
export async function isErasedPeer(db: Db, memberId: string, peerId: string): Promise<boolean> {
  const row = await db
    .selectFrom("conversation")
    .innerJoin("erasure", "erasure.memberId", "conversation.otherId")
    .where("conversation.ownerId", "=", memberId)
    .where("conversation.otherId", "=", peerId)
    .where("erasure.begunAt", "is not", null)
    .select("conversation.ownerId")
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The facts that openings are made of; undefined when the other one is inactive or one of the two is hidden from the
 * other.
 */
export async function findOpeningFacts(db: Db, memberId: string, peerId: string) {
  const rows = await db
    .selectFrom("profile")
    .where("memberId", "in", [memberId, peerId])
    .where("isActive", "=", true)
    .where(isVisiblePair(memberId, peerId))
    .where(isVisiblePair(peerId, memberId))
    .select(["memberId", "name", "gender", "cityId", "isWildcardCity", ...ABOUT_NAMES])
    .select(sql<boolean>`(${isFavoriteOf(memberId, peerId)} and ${isFavoriteOf(peerId, memberId)})`.as("isMutual"))
    .execute();
  const sideOf = (id: string) => {
    const row = rows.find((foundPair) => foundPair.memberId === id);
    if (!row || row.gender === null || row.cityId === null) return undefined;
    const texts = ABOUT_NAMES.map((name) => row[name] ?? "");
    return { name: row.name, gender: row.gender, cityId: row.cityId, hidesCity: row.isWildcardCity, texts };
  };
  const [me, peer] = [sideOf(memberId), sideOf(peerId)];
  return me && peer && { me, peer, isMutual: rows.some(({ isMutual }) => isMutual) };
}

const isFavoriteOf = (memberId: string, favoriteId: string) =>
  sql`exists (select from favorite where favorite.member_id = ${memberId} and favorite.favorite_id = ${favoriteId})`;
