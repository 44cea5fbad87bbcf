import type { Db } from "../../platform/database/database.ts";

/** Adds a favourite; false when the member was a favourite already. */
export async function addFavorite(db: Db, memberId: string, favoriteId: string, now: Date): Promise<boolean> {
  const addedFavorite = await db
    .insertInto("favorite")
    .values({ memberId, favoriteId, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("createdAt")
    .executeTakeFirst();
  return addedFavorite !== undefined;
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
