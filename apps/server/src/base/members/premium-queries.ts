import type { Db } from "../../platform/database/database.ts";

/** What the rule `isPremiumAt` needs of a member; undefined for the staff. */
export function findPremium(db: Db, memberId: string) {
  return db
    .selectFrom("entitlement")
    .where("memberId", "=", memberId)
    .select(["hasCourtesyPremium", "premiumUntil"])
    .executeTakeFirst();
}
