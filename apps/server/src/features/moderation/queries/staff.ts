import type { Db } from "../../../platform/database/database.ts";

/** Somebody of the staff. A notification needs an actor, also for what the rules did by themselves. */
export async function findStaffMember(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom("profile")
    .where("isAdmin", "=", true)
    .orderBy("createdAt")
    .limit(1)
    .select("memberId")
    .executeTakeFirst();
  return row?.memberId;
}
