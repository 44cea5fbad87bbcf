import { ABOUT_NAMES } from "@caramelo/contract/texts/about";
import { sql } from "kysely";
import { isVisiblePair } from "../../../base/pairs/fragment-queries.ts";
import type { Db } from "../../../platform/database/database.ts";

/** What openings are made of; undefined when the other one is inactive or one of the two is hidden from the other. */
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
    const row = rows.find((found) => found.memberId === id);
    if (!row || row.gender === null || row.cityId === null) return undefined;
    const texts = ABOUT_NAMES.map((name) => row[name] ?? "");
    return { name: row.name, gender: row.gender, cityId: row.cityId, hidesCity: row.isWildcardCity, texts };
  };
  const [me, peer] = [sideOf(memberId), sideOf(peerId)];
  return me && peer && { me, peer, isMutual: rows.some(({ isMutual }) => isMutual) };
}

const isFavoriteOf = (memberId: string, favoriteId: string) =>
  sql`exists (select from favorite where favorite.member_id = ${memberId} and favorite.favorite_id = ${favoriteId})`;
