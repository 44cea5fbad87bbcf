import { ABOUT_NAMES, type AboutName } from "@caramelo/contract/profiles/about";
import { type Insertable, sql, type Updateable } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { Profile } from "../../platform/database/types.generated.ts";
import { selectPeople } from "../people/fragment-queries.ts";
import { isHiddenPair } from "../safety/fragment-queries.ts";

const ABOUT_COLUMNS = ABOUT_NAMES.map((name) => `profile.${name}` as const);

export async function addProfile(db: Db, profile: Insertable<Profile>): Promise<void> {
  await db.insertInto("profile").values(profile).execute();
}

/** Activates the profile of a member who had left; a suspension stays. */
export async function reactivateProfile(db: Db, memberId: string, now: Date): Promise<void> {
  await db
    .updateTable("profile")
    .set({ deactivatedAt: null, updatedAt: now })
    .where("memberId", "=", memberId)
    .execute();
}

/**
 * A member's own profile, with what they have bought. Hidden pairs are not filtered: the profile is the member's own.
 */
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

/** What members may change of their profile. */
type EditableProfile = Pick<Updateable<Profile>, "name" | "statedAge" | "ageStatedOn" | "cityId" | AboutName>;

export async function changeProfile(db: Db, memberId: string, changes: EditableProfile, now: Date): Promise<void> {
  await db
    .updateTable("profile")
    .set({ ...changes, updatedAt: now })
    .where("memberId", "=", memberId)
    .execute();
}

/** Shows the member in their own city. */
export async function leaveWildcardCity(db: Db, memberId: string, now: Date): Promise<void> {
  await db
    .updateTable("profile")
    .set({ isWildcardCity: false, updatedAt: now })
    .where("memberId", "=", memberId)
    .where("isWildcardCity", "=", true)
    .execute();
}

/** Deactivates a member until they sign in again. */
export async function deactivateProfile(db: Db, memberId: string, now: Date): Promise<void> {
  await db
    .updateTable("profile")
    .set({ deactivatedAt: now, updatedAt: now })
    .where("memberId", "=", memberId)
    .execute();
}

/** What only the team changes of a profile. */
type StaffFields = Pick<Updateable<Profile>, "isVerified" | "isWildcardCity" | "role" | "gender">;

/** Changes what the team decides about a profile; `refreshTiers` must follow when the badge changes. */
export async function changeStaffFields(db: Db, memberId: string, fields: StaffFields, now: Date): Promise<void> {
  await db
    .updateTable("profile")
    .set({ ...fields, updatedAt: now })
    .where("memberId", "=", memberId)
    .execute();
}

/** Ends the management of a profile, which belongs to its person from now on. */
export async function claimProfile(
  db: Db,
  memberId: string,
  facts: Pick<Updateable<Profile>, "statedAge" | "ageStatedOn">,
  now: Date,
): Promise<void> {
  await db
    .updateTable("profile")
    .set({ ...facts, isManaged: false, updatedAt: now })
    .where("memberId", "=", memberId)
    .execute();
}

/** Records that the owner of a new account confirmed its e-mail address. */
export async function confirmProfile(db: Db, memberId: string, now: Date): Promise<void> {
  await db
    .updateTable("profile")
    .set({ awaitsConfirmation: false, updatedAt: now })
    .where("memberId", "=", memberId)
    .execute();
}

/** A profile, not of the team, with what decides whether the viewer may open it. */
export function findProfile(db: Db, id: string, viewerId: string, now: Date) {
  return selectPeople(db, viewerId, now)
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
