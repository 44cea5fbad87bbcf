import type { AboutName } from "@caramelo/contract/profiles/about";
import type { Insertable, Updateable } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { Profile } from "../../platform/database/types.generated.ts";

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

/** What only the staff changes of a profile. */
type StaffFields = Pick<Updateable<Profile>, "isVerified" | "isWildcardCity" | "role" | "gender">;

/** Changes what the staff decides about a profile; `refreshTiers` must follow when the badge changes. */
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
