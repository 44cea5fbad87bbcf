import type { AboutName } from "@caramelo/contract/texts/about";
import { type Insertable, sql, type Updateable } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { Profile } from "../../platform/database/types.generated.ts";

/** The name of a member or of a person of the staff. */
export async function getName(db: Db, memberId: string): Promise<string> {
  const { name } = await db
    .selectFrom("profile")
    .where("memberId", "=", memberId)
    .select("name")
    .executeTakeFirstOrThrow();
  return name;
}

export async function addProfile(db: Db, profile: Insertable<Profile>): Promise<void> {
  await db.insertInto("profile").values(profile).execute();
}

export async function updateProfile(db: Db, memberId: string, changes: Updateable<Profile>, now: Date): Promise<void> {
  await db
    .updateTable("profile")
    .set({ ...changes, updatedAt: now })
    .where("memberId", "=", memberId)
    .execute();
}

/** Activates the profile of a member who had deactivated it, unless an erasure waits or the account is frozen. */
export async function reactivateProfile(db: Db, memberId: string, now: Date): Promise<void> {
  await db
    .updateTable("profile")
    .set({ deactivatedAt: null, updatedAt: now })
    .where("memberId", "=", memberId)
    .where("erasesAt", "is", null)
    .where("frozenAt", "is", null)
    .execute();
}

/** Deactivates a member until their requested erasure begins or is cancelled. */
export function beginRegret(db: Db, memberId: string, erasesAt: Date, now: Date): Promise<void> {
  return updateProfile(db, memberId, { deactivatedAt: now, erasesAt }, now);
}

/** Reactivates a member who cancelled an erasure, unless the consent to sensitive data is missing. */
export async function endRegret(db: Db, memberId: string, now: Date): Promise<void> {
  await db
    .updateTable("profile")
    .set({ deactivatedAt: deactivationWhile("consentWithdrawnAt"), erasesAt: null, updatedAt: now })
    .where("memberId", "=", memberId)
    .execute();
}

/** The time of the deactivation while another column or a freeze keeps the profile deactivated, else null. */
const deactivationWhile = (column: "consentWithdrawnAt" | "erasesAt") =>
  sql<Date | null>`case when ${sql.ref(column)} is not null or frozen_at is not null then deactivated_at end`;

/** The fields of their profile that members may change. */
type EditableProfile = Pick<Updateable<Profile>, "name" | "statedAge" | "ageStatedOn" | "cityId" | AboutName>;

/** False, without a change, when the profile was changed after `updatedAt`. */
export async function changeProfile(
  db: Db,
  memberId: string,
  changes: EditableProfile,
  now: Date,
  updatedAt?: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("profile")
    .set({ ...changes, updatedAt: now })
    .where("memberId", "=", memberId)
    // Browsers know the moment to the millisecond.
    .$if(updatedAt !== undefined, (query) => query.where(sql`date_trunc('milliseconds', updated_at)`, "=", updatedAt))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function leaveWildcardCity(db: Db, memberId: string, now: Date): Promise<void> {
  await db
    .updateTable("profile")
    .set({ isWildcardCity: false, updatedAt: now })
    .where("memberId", "=", memberId)
    .where("isWildcardCity", "=", true)
    .execute();
}

/** Deactivates a member until they sign in again. */
export function deactivateProfile(db: Db, memberId: string, now: Date): Promise<void> {
  return updateProfile(db, memberId, { deactivatedAt: now }, now);
}

/**
 * Freezes an account whose erasure has not begun, and hides its member as a deactivated one; false when it is frozen.
 * After the end of the freeze the next sign-in shows the member again.
 */
export async function freezeProfile(db: Db, memberId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("profile")
    .set({ deactivatedAt: sql<Date>`coalesce(deactivated_at, ${now})`, frozenAt: now, updatedAt: now })
    .where("memberId", "=", memberId)
    .where("frozenAt", "is", null)
    .where((eb) => eb.or([eb("erasesAt", "is", null), eb("erasesAt", ">", now)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends the freeze of an account; false when it is not frozen. */
export async function unfreezeProfile(db: Db, memberId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("profile")
    .set({ frozenAt: null, updatedAt: now })
    .where("memberId", "=", memberId)
    .where("frozenAt", "is not", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Hides a member who has withdrawn the consent to sensitive data as a deactivated one. Signing in does not bring them
 * back, as it does after a deactivation. The moments of an earlier withdrawal, or of a deactivation, stay.
 */
export async function hideWithoutConsent(db: Db, memberId: string, now: Date): Promise<void> {
  await db
    .updateTable("profile")
    .set({ deactivatedAt: sql<Date>`coalesce(deactivated_at, ${now})`, consentWithdrawnAt: now, updatedAt: now })
    .where("memberId", "=", memberId)
    .where("consentWithdrawnAt", "is", null)
    .execute();
}

/**
 * Shows a member again who had withdrawn the consent to sensitive data, unless an erasure waits; false when they had
 * not.
 */
export async function showWithConsent(db: Db, memberId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("profile")
    .set({ deactivatedAt: deactivationWhile("erasesAt"), consentWithdrawnAt: null, updatedAt: now })
    .where("memberId", "=", memberId)
    .where("consentWithdrawnAt", "is not", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The fields of a profile that only the staff changes. */
type StaffFields = Pick<Updateable<Profile>, "isVerified" | "isWildcardCity" | "role" | "gender">;

/** Changes the columns of a profile that staff decide. `refreshTiers` must follow when the badge changes. */
export function changeStaffFields(db: Db, memberId: string, fields: StaffFields, now: Date): Promise<void> {
  return updateProfile(db, memberId, fields, now);
}

type StatedAge = Pick<Updateable<Profile>, "statedAge" | "ageStatedOn">;

/** Ends the management of a profile; from now on it belongs to its person. */
export function claimProfile(db: Db, memberId: string, age: StatedAge, now: Date): Promise<void> {
  return updateProfile(db, memberId, { ...age, isManaged: false }, now);
}

export function confirmProfile(db: Db, memberId: string, now: Date): Promise<void> {
  return updateProfile(db, memberId, { awaitsConfirmation: false }, now);
}
