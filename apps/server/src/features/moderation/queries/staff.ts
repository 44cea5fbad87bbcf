import type { Db } from "../../../platform/database/database.ts";

/** The addresses of staff, for an alarm. */
export async function listStaffAddresses(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("profile")
    .innerJoin("member", "member.id", "profile.memberId")
    .where("profile.isAdmin", "=", true)
    .where("profile.isActive", "=", true)
    .orderBy("member.createdAt")
    .limit(limit)
    .select("member.email")
    .execute();
  return rows.map(({ email }) => email);
}

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
