import type { Db } from "../../../platform/database/database.ts";

/** The member sees the welcome of a new account at the next visit. */
export async function addPendingWelcome(db: Db, memberId: string): Promise<void> {
  await db
    .insertInto("pendingWelcome")
    .values({ memberId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Removes the welcome that a member has not seen yet; false when there is none. Of several calls at once one gets it. */
export async function takePendingWelcome(db: Db, memberId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("pendingWelcome")
    .where("memberId", "=", memberId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
