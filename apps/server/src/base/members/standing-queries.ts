import type { StaffRole } from "@caramelo/contract/accounts/staff-permissions";
import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** Gives somebody of the staff another role; a constraint refuses one for a member. */
export async function changeStaffRole(db: Db, memberId: string, staffRole: StaffRole, now: Date): Promise<void> {
  await db
    .updateTable("profile")
    .set({ staffRole, updatedAt: now })
    .where("memberId", "=", memberId)
    .where("isAdmin", "=", true)
    .execute();
}

/** Closes the office to somebody of the staff, or opens it again by null. */
export async function changeStaffSuspension(
  db: Db,
  memberId: string,
  suspendedAt: Date | null,
  now: Date,
): Promise<void> {
  await db
    .updateTable("profile")
    .set({ suspendedAt, updatedAt: now })
    .where("memberId", "=", memberId)
    .where("isAdmin", "=", true)
    .execute();
}

/** What decides whether a member may be suspended, banned or hidden. */
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
      "isVerified",
      "createdAt",
    ])
    .select(sql<boolean>`birth_on is not null`.as("isAgeAssured"))
    .executeTakeFirst();
}

/** Suspends a member until the staff, or the end of the suspension, brings them back. A ban has no end. */
export async function startSuspension(
  db: Db,
  memberId: string,
  { until, isBan }: { until: Date | null; isBan: boolean },
  now: Date,
): Promise<void> {
  await db
    .updateTable("profile")
    .set({ suspendedAt: now, suspendedUntil: until, bannedAt: isBan ? now : null, updatedAt: now })
    .where("memberId", "=", memberId)
    .execute();
}

export async function endSuspension(db: Db, memberId: string, now: Date): Promise<void> {
  await db
    .updateTable("profile")
    .set({ suspendedAt: null, suspendedUntil: null, bannedAt: null, updatedAt: now })
    .where("memberId", "=", memberId)
    .execute();
}

/** Hides a profile from everybody but the staff until what was reported is reviewed; false when it is hidden already. */
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
