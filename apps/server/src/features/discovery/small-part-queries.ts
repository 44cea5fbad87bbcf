import { DISCOVERY_PAGE } from "@caramelo/contract/limits";
import { type RawBuilder, sql } from "kysely";
import { isVisiblePair } from "../../base/pairs/fragment-queries.ts";
import { countOf } from "../../platform/database/count-of.ts";
import type { Db } from "../../platform/database/database.ts";
import { askPlannedAnew } from "../../platform/database/statement.ts";
import type { DiscoveryPage } from "../../platform/discovery-index.ts";
import { isCoarselyPresent } from "../presence/fragment-queries.ts";
import type { PresenceWindow } from "../presence/rules.ts";
import { type Criteria, isFound } from "./filter-queries.ts";
import { isPresentOne } from "./queries.ts";
import type { Position } from "./rules.ts";

/** A part of discovery with members few enough to sort all of them: those who signed up lately, or who are present. */
export type FewPart = DiscoveryPage["part"];

/** The first of a few members in the order of the pages, as many as a page shows and one more. */
export const listFew = (db: Db, criteria: Criteria, few: FewPart): Promise<Position[]> =>
  // A generic plan would not know how few they are.
  askPlannedAnew(db, findFew(criteria, few, DISCOVERY_PAGE + 1));

/** SQL: finds the new members, or else the present ones, and sorts them. */
export function findFew(criteria: Criteria, few: FewPart, limit: number): RawBuilder<Position> {
  const { viewerId, roles, cityIds, presence } = criteria;
  const { seed, endSegment, after, joinedAfter } = few;
  const positions = sql`
    select 2 * tier + (shuffle_key < ${seed})::int as segment, shuffle_key as key, profile.member_id as id from profile`;
  const conditions = [
    sql`role = any(${roles}) and tier < ${endSegment / 2}`,
    isFound(criteria),
    isVisiblePair(viewerId, sql.ref("profile.member_id")),
    ...(cityIds ? [sql`(city_id = any(${cityIds}) or is_wildcard_city)`] : []),
    ...(joinedAfter === undefined ? [] : [sql`created_at > ${new Date(joinedAfter)} and not is_managed`]),
    ...(joinedAfter !== undefined && presence ? [isPresentOne(presence)] : []),
  ];
  const wantedPositions = sql`${positions} where ${sql.join(conditions, sql` and `)}`;
  // `offset 0` keeps the order of the joins, from presence to profile.
  const presentMembers = sql`
    select one.* from (
      select presence.member_id from presence where ${presence ? isCoarselyPresent(presence) : sql`true`} offset 0
    ) present
    cross join lateral (${wantedPositions} and profile.member_id = present.member_id offset 0) one`;
  const beyond = after ? sql`where (segment, key, id) > (${after.segment}, ${after.key}, ${after.id})` : sql``;
  return sql<Position>`
    select * from (${joinedAfter === undefined ? presentMembers : wantedPositions}) found
    ${beyond} order by segment, key, id limit ${limit}`;
}

/** How many members who show their presence were active since the first step of a window, up to `most`. */
export function countPresent(db: Db, { firstStep }: PresenceWindow, most: number): Promise<number> {
  return countOf(db, sql`from presence where not is_hidden and active_step >= ${firstStep} limit ${most}`);
}
