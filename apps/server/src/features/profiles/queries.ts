import { ABOUT_NAMES, type AboutName } from "@caramelo/contract/texts/about";
import { sql } from "kysely";
import { isHiddenPair } from "../../base/pairs/fragment-queries.ts";
import type { Db } from "../../platform/database/database.ts";
import { selectPeople } from "../member-cards/fragment-queries.ts";

const ABOUT_COLUMNS = ABOUT_NAMES.map((name) => `profile.${name}` as const);

/** A member's own profile, with what they have bought. */
export function getOwnProfile(db: Db, memberId: string) {
  return db
    .selectFrom("profile")
    .leftJoin("entitlement", "entitlement.memberId", "profile.memberId")
    .where("profile.memberId", "=", memberId)
    .select([
      "profile.memberId as id",
      "profile.name",
      "profile.role",
      "profile.gender",
      "profile.birthOn",
      "profile.estimatedBirthOn",
      "profile.cityId",
      ...ABOUT_COLUMNS,
      "profile.createdAt",
      "profile.updatedAt",
      "profile.isVerified",
      "profile.isWildcardCity",
      "entitlement.hasCourtesyPremium",
      "entitlement.premiumUntil",
      "entitlement.highlightedUntil",
      "entitlement.tokens",
      "entitlement.conversations",
    ])
    .executeTakeFirstOrThrow();
}

/** A member's profile with the facts that decide whether the viewer may open it. */
export function findProfile(db: Db, id: string, viewerId: string, now: Date) {
  return selectPeople(db, viewerId, now)
    .where("profile.memberId", "=", id)
    .select((eb) => [
      "profile.memberId as id",
      ...ABOUT_COLUMNS,
      "profile.createdAt",
      "profile.isActive",
      "profile.deactivatedAt",
      "profile.suspendedAt",
      "profile.bannedAt",
      "profile.hiddenAt",
      "profile.awaitsConfirmation",
      isHiddenPair(viewerId, sql.ref("profile.memberId")).as("isHiddenPair"),
      sql<boolean>`(profile.hidden_at is not null and profile.deactivated_at is null and profile.suspended_at is null)`.as(
        "isUnderReview",
      ),
      eb
        .exists(
          eb
            .selectFrom("conversation")
            .where("conversation.ownerId", "=", viewerId)
            .whereRef("conversation.otherId", "=", "profile.memberId")
            .select("conversation.lastSeq"),
        )
        .$castTo<boolean>()
        .as("hasConversation"),
    ])
    .$narrowType<Record<AboutName, string>>()
    .executeTakeFirst();
}
