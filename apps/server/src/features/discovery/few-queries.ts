import { type RawBuilder, sql } from "kysely";
import { isVisiblePair } from "../../base/pairs/fragment-queries.ts";
import { countOf } from "../../platform/database/count-of.ts";
import type { Db } from "../../platform/database/database.ts";
import { replicaRead } from "../../platform/database/replica-reads.ts";
import { askPlannedAnew } from "../../platform/database/statement.ts";
import type { DiscoveryPage } from "../../platform/discovery-index.ts";
import { isCoarselyPresent } from "../presence/fragment-queries.ts";
import type { PresenceWindow } from "../presence/rules.ts";
import { type Criteria, isFound } from "./filter-queries.ts";
import { isPresentOne } from "./queries.ts";
import type { Position } from "./rules.ts";

/** A part of discovery with members few enough to sort all of them: those who signed up lately, or who are present. */
export type FewPart = DiscoveryPage["part"];

/** The first `limit` of a few members in the order of the pages. */
export async function listFew(db: Db, criteria: Criteria, few: FewPart, limit: number): Promise<Position[]> {
  // A replica might not know yet who hides the presence.
  if (criteria.presence) return askPlannedAnew(db, findFew(criteria, few, limit));
  return askFew(db, criteria, few, limit);
}

const askFew = replicaRead(
  "search among new members",
  (db: Db, criteria: Criteria, few: FewPart, limit: number) => askPlannedAnew(db, findFew(criteria, few, limit)),
  ({ viewerId }) => viewerId,
);

/** SQL: finds the members and sorts them. Plan it anew each time: a generic plan would not know how few they are. */
export function findFew(criteria: Criteria, few: FewPart, limit: number): RawBuilder<Position> {
  const { after } = few;
  const beyond = after ? sql`where (segment, key, id) > (${after.segment}, ${after.key}, ${after.id})` : sql``;
  return sql<Position>`
    select * from (${few.joinedAfter === undefined ? findPresent(criteria, few) : findNew(criteria, few, new Date(few.joinedAfter))}) found
    ${beyond} order by segment, key, id limit ${limit}`;
}

const positionOf = (seed: number) =>
  sql`2 * tier + (shuffle_key < ${seed})::int as segment, shuffle_key as key, profile.member_id as id`;

function findNew(criteria: Criteria, { seed, endSegment }: FewPart, joinedAfter: Date) {
  const conditions = [
    sql`role = any(${criteria.roles}) and created_at > ${joinedAfter} and not is_managed and tier < ${endSegment / 2}`,
    isFound(criteria),
    isVisiblePair(criteria.viewerId, sql.ref("profile.member_id")),
    ...(criteria.cityIds ? [sql`(city_id = any(${criteria.cityIds}) or is_wildcard_city)`] : []),
    ...(criteria.presence ? [isPresentOne(criteria.presence)] : []),
  ];
  return sql`select ${positionOf(seed)} from profile where ${sql.join(conditions, sql` and `)}`;
}

/** SQL: present members. `offset 0` keeps the order of the joins, from presence to profile. */
function findPresent(criteria: Criteria, { seed, endSegment }: FewPart) {
  const { presence, cityIds, roles } = criteria;
  const conditions = [
    sql`profile.member_id = present.member_id and role = any(${roles}) and tier < ${endSegment / 2}`,
    isFound(criteria),
    isVisiblePair(criteria.viewerId, sql.ref("profile.member_id")),
    ...(cityIds ? [sql`(city_id = any(${cityIds}) or is_wildcard_city)`] : []),
  ];
  return sql`
    select one.* from (
      select presence.member_id from presence where ${presence ? isCoarselyPresent(presence) : sql`true`} offset 0
    ) present
    cross join lateral (
      select ${positionOf(seed)} from profile where ${sql.join(conditions, sql` and `)} offset 0
    ) one`;
}

/** How many members who show their presence were active since the first step of a window, up to `most`. */
export function countPresent(db: Db, { firstStep }: PresenceWindow, most: number): Promise<number> {
  return countOf(db, sql`from presence where not is_hidden and active_step >= ${firstStep} limit ${most}`);
}
