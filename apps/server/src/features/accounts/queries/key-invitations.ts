import type { Db } from "../../../platform/database/database.ts";

/** Records that a member is invited to add a key; false when their last invitation is not before `until`. */
export async function inviteToKey(
  db: Db,
  memberId: string,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const result = await db
    .insertInto("keyInvitation")
    .values({ memberId, invitedAt: now })
    .onConflict((conflict) =>
      conflict.column("memberId").doUpdateSet({ invitedAt: now }).where("keyInvitation.invitedAt", "<=", until),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}
