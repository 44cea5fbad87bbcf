import type { AccountType, Gender } from "@caramelo/contract/accounts/account";
import { ABOUT_NAMES, type AboutName } from "@caramelo/contract/texts/about";
import { sql } from "kysely";
import { isPremium } from "../../base/money/premium-fragment-queries.ts";
import type { Db } from "../../platform/database/database.ts";

function selectUsers(db: Db, now: Date) {
  return db
    .selectFrom("profile")
    .innerJoin("member", "member.id", "profile.memberId")
    .leftJoin("entitlement", "entitlement.memberId", "profile.memberId")
    .where("profile.role", "<>", "admin")
    .select([
      "profile.memberId as id",
      "profile.name",
      "member.email",
      "profile.role",
      "profile.estimatedBirthOn",
      "profile.cityId",
      "profile.createdAt",
      "profile.deactivatedAt",
      "profile.suspendedAt",
      "profile.awaitsConfirmation",
      "profile.bannedAt",
      "profile.hiddenAt",
      "profile.isOpen",
      "profile.isManaged",
      "profile.isDemo",
      "profile.isVerified",
      "profile.isWildcardCity",
      "entitlement.hasCourtesyPremium",
      "entitlement.premiumUntil",
      isPremium(now).as("isPremium"),
    ])
    .$narrowType<{ role: AccountType; estimatedBirthOn: string; cityId: number }>();
}

/** The members with these ids for a list of the office, in no order. */
export function listUsers(db: Db, ids: string[], now: Date) {
  return selectUsers(db, now)
    .leftJoin("photo", (join) => join.onRef("photo.memberId", "=", "profile.memberId").on("photo.position", "=", 0))
    .where("profile.memberId", "=", sql<string>`any(${ids}::uuid[])`)
    .select(["photo.fileName", "photo.width", "photo.height", "photo.thumbhash"])
    .execute();
}

/** A member with everything that staff may change; undefined when the id is of staff. */
export function findUser(db: Db, id: string, now: Date) {
  return selectUsers(db, now)
    .leftJoin("presence", "presence.memberId", "profile.memberId")
    .leftJoin("accountLink", (join) =>
      join
        .onRef("accountLink.memberId", "=", "profile.memberId")
        .on("accountLink.kind", "=", "email_change")
        .on("accountLink.usedAt", "is", null)
        .on("accountLink.expiresAt", ">", now),
    )
    .leftJoin("secondFactor", "secondFactor.memberId", "profile.memberId")
    .where("profile.memberId", "=", id)
    .select([
      "profile.gender",
      "profile.birthOn",
      ...ABOUT_NAMES.map((name) => `profile.${name}` as const),
      "profile.updatedAt",
      "profile.frozenAt",
      "presence.lastActiveAt",
      "accountLink.email as pendingEmail",
      "secondFactor.setUpAt as factorSetUpAt",
    ])
    .select((eb) =>
      eb
        .exists(eb.selectFrom("passkey").whereRef("passkey.memberId", "=", "profile.memberId").select("passkey.id"))
        .$castTo<boolean>()
        .as("hasPasskey"),
    )
    .$narrowType<{ gender: Gender } & Record<AboutName, string>>()
    .executeTakeFirst();
}
