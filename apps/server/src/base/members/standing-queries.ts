import type { StaffRole } from "@caramelo/contract/call/staff-permissions";
import { sql, type Updateable } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { Profile } from "../../platform/database/types.generated.ts";
import { isInvited } from "./invited-fragment-queries.ts";
import { updateProfile } from "./profile-queries.ts";

type StaffAccount = Pick<Updateable<Profile>, "staffRole" | "suspendedAt">;

/**
 * Changes a staff account. `suspendedAt` closes the office to that person. A constraint refuses a staff role for a
 * member.
 */
export async function changeStaffAccount(db: Db, memberId: string, changes: StaffAccount, now: Date): Promise<void> {
  await db
    .updateTable("profile")
    .set({ ...changes, updatedAt: now })
    .where("memberId", "=", memberId)
    .where("isAdmin", "=", true)
    .execute();
}

/** Returns the facts for a decision to suspend, ban or hide a member. */
export function findStanding(db: Db, memberId: string) {
  return db
    .selectFrom("profile")
    .where("memberId", "=", memberId)
    .select([
      "role",
      "deactivatedAt",
      "suspendedAt",
      "suspendedUntil",
      "bannedAt",
      "hiddenAt",
      "isActive",
      "isVerified",
      "createdAt",
    ])
    .select(sql<boolean>`birth_on is not null`.as("isAgeAssured"))
    .executeTakeFirst();
}

/** Suspends a member until staff reinstate them or the suspension ends. A ban has no end. */
export async function startSuspension(
  db: Db,
  memberId: string,
  { until, isBan }: { until: Date | null; isBan: boolean },
  now: Date,
): Promise<void> {
  const bannedAt = isBan ? now : null;
  await updateProfile(db, memberId, { suspendedAt: now, suspendedUntil: until, bannedAt }, now);
}

export function endSuspension(db: Db, memberId: string, now: Date): Promise<void> {
  return updateProfile(db, memberId, { suspendedAt: null, suspendedUntil: null, bannedAt: null }, now);
}

/**
 * Hides a profile from everybody except the staff until the report is reviewed. Returns false when it is already
 * hidden, and for staff.
 */
export async function hideProfile(db: Db, memberId: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable("profile")
    .set({ hiddenAt: now })
    .where("memberId", "=", memberId)
    .where("role", "<>", "admin")
    .where("hiddenAt", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function showProfile(db: Db, memberId: string): Promise<void> {
  await db.updateTable("profile").set({ hiddenAt: null }).where("memberId", "=", memberId).execute();
}

/** An alarm is mailed to at most this many addresses: in a larger team, one of these people will look. */
const STAFF_MAX = 20;

/**
 * Returns the addresses for an alarm: those of all staff, or of the staff with some roles. Invited people who have not
 * signed in yet get none: their address may be wrong.
 */
export async function listStaffAddresses(db: Db, roles?: readonly StaffRole[]): Promise<string[]> {
  const rows = await db
    .selectFrom("profile")
    .innerJoin("member", "member.id", "profile.memberId")
    .where("profile.isAdmin", "=", true)
    .where("profile.isActive", "=", true)
    .where(sql<boolean>`not ${isInvited}`)
    .$if(roles !== undefined, (query) => query.where("profile.staffRole", "in", roles ?? []))
    .orderBy("member.createdAt")
    .limit(STAFF_MAX)
    .select("member.email")
    .execute();
  return rows.map(({ email }) => email);
}
