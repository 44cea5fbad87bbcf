import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { PagePlace } from "../../platform/page-place.ts";

/** Whom a member would favour, with the sides of both; undefined when they are missing, inactive or hidden. */
export function findFavorable(db: Db, memberId: string, favoriteId: string) {
  return db
    .selectFrom("profile as other")
    .innerJoin("profile as me", (join) => join.on("me.memberId", "=", memberId))
    .where("other.memberId", "=", favoriteId)
    .where("other.isActive", "=", true)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("hiddenPair")
            .where("viewerId", "=", memberId)
            .where("otherId", "=", favoriteId)
            .select("hiddenPair.otherId"),
        ),
      ),
    )
    .select(["me.role", "other.role as otherRole"])
    .executeTakeFirst();
}

/** Keeps a favourite; false when it was one already. */
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

type Page = { before: PagePlace | undefined; limit: number };

/** Whose name, without accents and case, holds the words, or who is shown in one of the cities. */
type Filter = { words: string; cityIds: number[]; viewerCityId: number | null };

/** Whom a member keeps: active ones who are not hidden, the latest first. */
export function findFavorites(memberId: string, page: Page & { filter: Filter | undefined }): RawBuilder<PagePlace> {
  const { filter, before, limit } = page;
  return sql<PagePlace>`
    select f.favorite_id as id, f.created_at as at
    from favorite f join profile other on other.member_id = f.favorite_id
    where f.member_id = ${memberId} and ${isShownTo(memberId)}
      and ${filter ? isLike(filter) : sql`true`}
      and ${before ? sql`(f.created_at, f.favorite_id) < (${before.at}, ${before.id})` : sql`true`}
    order by f.created_at desc, f.favorite_id desc limit ${limit}`;
}

const isShownTo = (memberId: string) => sql`
  other.is_active and not exists (select from hidden_pair h where h.viewer_id = ${memberId} and h.other_id = other.member_id)`;

/** By the city that the card shows: what a wildcard city hides cannot be found out by searching. No pattern: % is a %. */
function isLike({ words, cityIds, viewerCityId }: Filter): RawBuilder<unknown> {
  const name = sql`regexp_replace(lower(normalize(other.name, NFD)), ${"[\u0300-\u036f]"}, '', 'g')`;
  const shown = sql`case when other.is_wildcard_city then coalesce(${viewerCityId}::int, other.city_id) else other.city_id end`;
  return sql`(position(${words} in ${name}) > 0 or ${shown} = any(${cityIds}::int[]))`;
}

export async function listFavorites(db: Db, memberId: string, page: Page & { filter: Filter | undefined }) {
  return (await findFavorites(memberId, page).execute(db)).rows;
}

const fansOf = (memberId: string) => sql`
  favorite f join profile other on other.member_id = f.member_id
  where f.favorite_id = ${memberId} and ${isShownTo(memberId)}`;

/** Who keeps a member: active ones who are not hidden, the latest first. */
export function findFans(memberId: string, { before, limit }: Page): RawBuilder<PagePlace> {
  return sql<PagePlace>`
    select f.member_id as id, f.created_at as at from ${fansOf(memberId)}
      and ${before ? sql`(f.created_at, f.member_id) < (${before.at}, ${before.id})` : sql`true`}
    order by f.created_at desc, f.member_id desc limit ${limit}`;
}

export async function listFans(db: Db, memberId: string, page: Page) {
  return (await findFans(memberId, page).execute(db)).rows;
}

/** How many keep a member, up to `most`. */
export async function countFans(db: Db, memberId: string, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from ${fansOf(memberId)} limit ${most}) fans`.execute(db);
  return rows[0]?.count ?? 0;
}
