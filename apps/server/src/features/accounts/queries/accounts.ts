import { SESSION_SETTINGS } from "@caramelo/contract/member-settings/member-settings";
import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";

/**
 * SQL: whether mailed links open the account of a profile. Those of a suspended member open nothing, unless an erasure
 * waits, which the member must be able to take back even after an intruder has changed the password.
 */
export const canFollowLinks = sql<boolean>`(profile.suspended_at is null
  or (profile.erases_at is not null and profile.banned_at is null))`;

/**
 * An account with the facts that signing in and the session call need. `hasSeveralSessions`: the member has signed in
 * more than once, as far as sessions are kept (30 days after their end).
 */
function selectAccount(db: Db) {
  return (
    db
      .selectFrom("member")
      .innerJoin("profile", "profile.memberId", "member.id")
      .leftJoin("photo", (join) => join.onRef("photo.memberId", "=", "member.id").on("photo.position", "=", 0))
      .leftJoin("entitlement", "entitlement.memberId", "member.id")
      .leftJoin("memberSetting", "memberSetting.memberId", "member.id")
      .leftJoin("secondFactor", "secondFactor.memberId", "member.id")
      .leftJoin("discoveryFilter", "discoveryFilter.memberId", "member.id")
      .select([
        "member.id",
        "member.email",
        "member.passwordHash",
        "member.passwordSetAt",
        "member.createdAt",
        "profile.name",
        "profile.role",
        "profile.cityId",
        "profile.isVerified",
        "profile.ageGate",
        "profile.isAdmin",
        "profile.staffRole",
        "profile.deactivatedAt",
        "profile.consentWithdrawnAt",
        "profile.erasesAt",
        "profile.frozenAt",
        "profile.suspendedAt",
        "profile.awaitsConfirmation",
        "profile.isManaged",
        "photo.fileName",
        "entitlement.hasCourtesyPremium",
        "entitlement.premiumUntil",
        "entitlement.highlightedUntil",
        "entitlement.tokens",
        "entitlement.conversations",
        "discoveryFilter.filter",
      ])
      .select(canFollowLinks.as("canFollowLinks"))
      // An app that is switched off asks for no code.
      .select(
        sql<Date | null>`case when second_factor.off_since is null then second_factor.set_up_at end`.as(
          "factorSetUpAt",
        ),
      )
      .select(SESSION_SETTINGS.map((name) => `memberSetting.${name}` as const))
      .select((eb) =>
        eb
          .exists(
            eb.selectFrom("session").whereRef("session.memberId", "=", "member.id").offset(1).select("session.id"),
          )
          .$castTo<boolean>()
          .as("hasSeveralSessions"),
      )
      .select((eb) =>
        eb
          .exists(
            eb
              .selectFrom("pendingWelcome")
              .whereRef("pendingWelcome.memberId", "=", "member.id")
              .select("pendingWelcome.memberId"),
          )
          .$castTo<boolean>()
          .as("isWelcomeDue"),
      )
      .select((eb) =>
        eb
          .exists(eb.selectFrom("passkey").whereRef("passkey.memberId", "=", "member.id").select("passkey.id"))
          .$castTo<boolean>()
          .as("hasPasskey"),
      )
      .select((eb) =>
        eb
          .exists(
            eb
              .selectFrom("passkey")
              .whereRef("passkey.memberId", "=", "member.id")
              .where("passkey.blockedAt", "is", null)
              .where("passkey.offSince", "is", null)
              .select("passkey.id"),
          )
          .$castTo<boolean>()
          .as("hasUsablePasskey"),
      )
  );
}

export function findAccountByEmail(db: Db, email: string) {
  return selectAccount(db).where("member.email", "=", email).executeTakeFirst();
}

export function findAccount(db: Db, memberId: string) {
  return selectAccount(db).where("member.id", "=", memberId).executeTakeFirst();
}

export function getAccount(db: Db, memberId: string) {
  return selectAccount(db).where("member.id", "=", memberId).executeTakeFirstOrThrow();
}

/** The oldest staff account; undefined before the first start. */
export function findFirstAdmin(db: Db) {
  return db
    .selectFrom("member")
    .innerJoin("profile", "profile.memberId", "member.id")
    .where("profile.isAdmin", "=", true)
    .orderBy("member.createdAt")
    .select(["member.id", "member.email"])
    .executeTakeFirst();
}

/** The member sees the welcome of a new account at the next visit. */
export async function addPendingWelcome(db: Db, memberId: string): Promise<void> {
  await db
    .insertInto("pendingWelcome")
    .values({ memberId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Removes the welcome that a member has not seen yet; false when there is none. When calls race, one gets it. */
export async function takePendingWelcome(db: Db, memberId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("pendingWelcome")
    .where("memberId", "=", memberId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
