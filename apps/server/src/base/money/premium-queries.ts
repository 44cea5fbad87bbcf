import type { Db } from "../../platform/database/database.ts";

/** Returns what the rule `isPremiumAt` needs of a member; undefined for staff. */
export function findPremium(db: Db, memberId: string) {
  return db
    .selectFrom("entitlement")
    .where("memberId", "=", memberId)
    .select(["hasCourtesyPremium", "premiumUntil"])
    .executeTakeFirst();
}
