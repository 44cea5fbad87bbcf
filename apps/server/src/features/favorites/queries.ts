import type { Db } from "../../platform/database/database.ts";

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
