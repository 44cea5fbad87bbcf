import { type RawBuilder, sql } from "kysely";
import { isVisiblePair } from "../../base/pairs/fragment-queries.ts";
import type { Db } from "../../platform/database/database.ts";
import { askPlannedAnew } from "../../platform/database/statement.ts";
import type { DiscoveryCounts } from "../../platform/discovery-index.ts";
import { isCoarselyPresent } from "../presence/fragment-queries.ts";
import { areasFor, type Criteria, isFound } from "./filter-queries.ts";

/** How many members each tab shows. The criteria must name at least one role. */
export async function countTabs(db: Db, criteria: Criteria, newSince: Date): Promise<DiscoveryCounts> {
  const [counts] = await askPlannedAnew(db, findCounts(criteria, newSince));
  return counts ?? { all: 0, highlighted: 0, new: 0 };
}

/**
 * SQL: one statement, so that all three counts belong to one snapshot. Plan it on each run: no generic plan is good.
 */
export function findCounts(criteria: Criteria, newSince: Date): RawBuilder<DiscoveryCounts> {
  const areas = areasFor(criteria.cityIds).map((area) => countArea(criteria, area));
  const { cityIds } = criteria;
  const newOnes = [
    sql`created_at > ${newSince} and not is_managed`,
    ...(cityIds ? [sql`(city_id = any(${cityIds}) or is_wildcard_city)`] : []),
  ];
  return sql<DiscoveryCounts>`
    select sum(found."all")::int as "all", sum(found.highlighted)::int as highlighted, (
      select count(*)::int from ${profilesOf(criteria)} and ${sql.join(newOnes, sql` and `)}
    ) as new
    from (${sql.join(areas, sql` union all `)}) found`;
}

// The tiers below 2 are those of paid places and verified members.
const countArea = (criteria: Criteria, area: RawBuilder<unknown>) => sql`
  select count(*) as "all", count(*) filter (where tier < 2) as highlighted from ${profilesOf(criteria)} and ${area}`;

function profilesOf(criteria: Criteria) {
  const { presence, roles, viewerId } = criteria;
  const presenceJoin = presence
    ? sql`join presence on presence.member_id = profile.member_id and ${isCoarselyPresent(presence)}`
    : sql``;
  const isVisible = isVisiblePair(viewerId, sql.ref("profile.member_id"));
  return sql`profile ${presenceJoin} where role = any(${roles}) and ${isFound(criteria)} and ${isVisible}`;
}
