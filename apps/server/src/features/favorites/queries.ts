import { PEOPLE_COUNT_MAX, PEOPLE_PAGE } from "@caramelo/contract/limits";
import { type RawBuilder, sql } from "kysely";
import { isVisiblePair } from "../../base/pairs/fragment-queries.ts";
import type { Db } from "../../platform/database/database.ts";
import type { PageCursor } from "../../platform/database/page-cursor.ts";
import { replicaRead } from "../../platform/database/replica-reads.ts";
import { type Params, shapedStatement } from "../../platform/database/statement.ts";
import { type ListedRow, selectWhoCame, whoCame } from "../member-cards/fragment-queries.ts";

/** The roles of a member and of a wanted favourite; undefined when the latter is missing, inactive or hidden. */
export function findFavorable(db: Db, memberId: string, favoriteId: string) {
  return db
    .selectFrom("profile as other")
    .innerJoin("profile as me", (join) => join.on("me.memberId", "=", memberId))
    .where("other.memberId", "=", favoriteId)
    .where("other.isActive", "=", true)
    .where(isVisiblePair(memberId, favoriteId))
    .select(["me.role", "other.role as otherRole"])
    .executeTakeFirst();
}

const LIMIT = sql.lit(PEOPLE_PAGE + 1);

/** Matches members whose folded name contains the folded words, or whose card shows one of the cities. */
type Filter = { words: string; cityIds: number[]; viewerCityId: number | null };
type Page = { memberId: string; before: PageCursor | undefined };
type Values = Filter & { memberId: string; at: Date | null; id: string | null };
type Shape = { hasFilter: boolean; hasCursor: boolean };

const isVisibleTo = (memberId: RawBuilder<string>) => sql`
  other.is_active and other.role <> 'admin' and ${isVisiblePair(memberId, sql.ref("other.member_id"))}`;

const readFavorites = shapedStatement(
  ({ hasFilter, hasCursor }: Shape) => `${hasFilter} ${hasCursor}`,
  ({ hasFilter, hasCursor }, params: Params<Values>) => sql<ListedRow>`
    select f.favorite_id as id, f.created_at as at
    from favorite f join profile other on other.member_id = f.favorite_id
    where f.member_id = ${params.memberId} and ${isVisibleTo(params.memberId)}
      ${hasFilter ? sql`and ${matches(params)}` : sql``}
      ${hasCursor ? sql`and (f.created_at, f.favorite_id) < (${params.at}, ${params.id})` : sql``}
    order by f.created_at desc, f.favorite_id desc limit ${LIMIT}`,
  ({ hasFilter }) => (hasFilter ? "long read" : "read"),
);

const NO_FILTER: Filter = { words: "", cityIds: [], viewerCityId: null };

/**
 * A member's favourites, the latest first, without inactive and hidden ones. A replica may answer, so the caller finds
 * the people by `findPeople`, which leaves out who was hidden meanwhile.
 */
export const listFavorites = replicaRead(
  "favourites of a member",
  (db: Db, { filter, before, ...page }: Page & { filter: Filter | undefined }) => {
    const shape = { hasFilter: filter !== undefined, hasCursor: before !== undefined };
    return readFavorites(db, shape, { ...page, ...(filter ?? NO_FILTER), ...positionOf(before) });
  },
  ({ memberId }) => memberId,
);

const positionOf = (before: PageCursor | undefined) => ({ at: before?.at ?? null, id: before?.id ?? null });

/**
 * SQL: compares the city that the card shows, so that a search cannot reveal a hidden city. `%` has no special meaning.
 */
function matches({ words, cityIds, viewerCityId }: Params<Filter>): RawBuilder<unknown> {
  const shownCity = sql`case when other.is_wildcard_city then coalesce(${viewerCityId}::int, other.city_id) else other.city_id end`;
  return sql`(strpos(other.folded_name, ${words}) > 0 or ${shownCity} = any(${cityIds}::int[]))`;
}

const admirersOf = (memberId: RawBuilder<string>) => sql`
  favorite f join profile other on other.member_id = f.member_id
  where f.favorite_id = ${memberId} and ${isVisibleTo(memberId)}`;

type ListPosition = { memberId: string; at: Date | null; id: string | null };

const readAdmirers = shapedStatement(
  ({ hasCursor }: Pick<Shape, "hasCursor">) => String(hasCursor),
  ({ hasCursor }, params: Params<ListPosition>) =>
    selectWhoCame(params.memberId, {
      listed: sql`
        select f.member_id as id, f.created_at as at from ${admirersOf(params.memberId)}
          ${hasCursor ? sql`and (f.created_at, f.member_id) < (${params.at}, ${params.id})` : sql``}
        order by f.created_at desc, f.member_id desc limit ${LIMIT}`,
      all: sql`select from ${admirersOf(params.memberId)} limit ${sql.lit(PEOPLE_COUNT_MAX)}`,
    }),
);

/** A page of a member's visible admirers, latest first; how many there are, up to 1,000; and the member's premium. */
export async function findAdmirers(db: Db, { before, ...page }: Page) {
  return whoCame(await readAdmirers(db, { hasCursor: before !== undefined }, { ...page, ...positionOf(before) }));
}
