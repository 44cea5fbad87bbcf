import type { Db } from "../../../platform/database/database.ts";

/** Somebody of the staff, in whose name members are notified of what nobody did. */
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
