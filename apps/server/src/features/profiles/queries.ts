import { ABOUT_NAMES, type AboutName } from "@caramelo/contract/profiles/about";
import { sql } from "kysely";
import { isHiddenPair, isVisiblePair } from "../../base/members/pair-fragment-queries.ts";
import type { Db } from "../../platform/database/database.ts";
import { fixedStatement, type Places } from "../../platform/database/fixed-statement.ts";
import { selectCards } from "./fragment-queries.ts";

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

type Cards = { ids: string[]; viewerId: string; now: Date };

const readCards = fixedStatement(({ ids, viewerId, now }: Places<Cards>, db) =>
  selectCards(db, viewerId, now)
    .where("profile.memberId", "=", sql<string>`any(${ids})`)
    .where(isVisiblePair(viewerId, sql.ref("profile.memberId"))),
);

/** The cards of these members, in no order. Members who are hidden from the viewer have none. */
export function listCards(db: Db, ids: string[], viewerId: string, now: Date) {
  return readCards(db, { ids, viewerId, now });
}

/** A profile, not of the team, with what decides whether the viewer may open it. */
export function findProfile(db: Db, id: string, viewerId: string, now: Date) {
  return selectCards(db, viewerId, now)
    .where("profile.memberId", "=", id)
    .select((eb) => [
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
