import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { PageCursor } from "../../platform/page-cursor.ts";
import { isVisiblePair } from "../safety/fragment-queries.ts";

/** The roles of a member and of the one they want as a favourite; undefined when that one is missing, inactive or hidden. */
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

/** Adds a favourite; false when it was one already. */
export async function addFavorite(db: Db, memberId: string, favoriteId: string, now: Date): Promise<boolean> {
  const added = await db
    .insertInto("favorite")
    .values({ memberId, favoriteId, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("createdAt")
    .executeTakeFirst();
  return added !== undefined;
}

export async function removeFavorite(db: Db, memberId: string, favoriteId: string): Promise<void> {
  await db.deleteFrom("favorite").where("memberId", "=", memberId).where("favoriteId", "=", favoriteId).execute();
}

export async function isFavorite(db: Db, memberId: string, favoriteId: string): Promise<boolean> {
  const row = await db
    .selectFrom("favorite")
    .where("memberId", "=", memberId)
    .where("favoriteId", "=", favoriteId)
    .select("createdAt")
    .executeTakeFirst();
  return row !== undefined;
}

type Page = { before: PageCursor | undefined; limit: number };

/** Members pass whose name without accents and case contains the words, or whose card shows one of the cities. */
type Filter = { words: string; cityIds: number[]; viewerCityId: number | null };

/** A member's favourites, the latest first, without inactive and hidden ones. */
export function findFavorites(memberId: string, page: Page & { filter: Filter | undefined }): RawBuilder<PageCursor> {
  const { filter, before, limit } = page;
  return sql<PageCursor>`
    select f.favorite_id as id, f.created_at as at
    from favorite f join profile other on other.member_id = f.favorite_id
    where f.member_id = ${memberId} and ${isVisibleTo(memberId)}
      and ${filter ? matches(filter) : sql`true`}
      and ${before ? sql`(f.created_at, f.favorite_id) < (${before.at}, ${before.id})` : sql`true`}
    order by f.created_at desc, f.favorite_id desc limit ${limit}`;
}

const isVisibleTo = (memberId: string) => sql`
  other.is_active and ${isVisiblePair(memberId, sql.ref("other.member_id"))}`;

/** Compares the city that the card shows, so that a search cannot reveal a hidden city. `%` is an ordinary character. */
function matches({ words, cityIds, viewerCityId }: Filter): RawBuilder<unknown> {
  const name = sql`regexp_replace(lower(normalize(other.name, NFD)), ${"[\u0300-\u036f]"}, '', 'g')`;
  const shown = sql`case when other.is_wildcard_city then coalesce(${viewerCityId}::int, other.city_id) else other.city_id end`;
  return sql`(position(${words} in ${name}) > 0 or ${shown} = any(${cityIds}::int[]))`;
}

export async function listFavorites(db: Db, memberId: string, page: Page & { filter: Filter | undefined }) {
  return (await findFavorites(memberId, page).execute(db)).rows;
}

const admirersOf = (memberId: string) => sql`
  favorite f join profile other on other.member_id = f.member_id
  where f.favorite_id = ${memberId} and ${isVisibleTo(memberId)}`;

/** A member's admirers, the latest first, without inactive and hidden ones. */
export function findAdmirers(memberId: string, { before, limit }: Page): RawBuilder<PageCursor> {
  return sql<PageCursor>`
    select f.member_id as id, f.created_at as at from ${admirersOf(memberId)}
      and ${before ? sql`(f.created_at, f.member_id) < (${before.at}, ${before.id})` : sql`true`}
    order by f.created_at desc, f.member_id desc limit ${limit}`;
}

export async function listAdmirers(db: Db, memberId: string, page: Page) {
  return (await findAdmirers(memberId, page).execute(db)).rows;
}

/** How many admirers a member has, up to `most`. */
export async function countAdmirers(db: Db, memberId: string, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from ${admirersOf(memberId)} limit ${most}) admirers`.execute(db);
  return rows[0]?.count ?? 0;
}
