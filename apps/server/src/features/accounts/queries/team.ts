import type { StaffRole } from "@caramelo/contract/accounts/staff-permissions";
import type { Db } from "../../../platform/database/database.ts";
import { isAfterCursor, type PageCursor } from "../../../platform/database/page-cursor.ts";

/** The people of the staff, the latest first, with their second factor and the sessions that are open at `now`. */
export function listStaff(db: Db, before: PageCursor | undefined, limit: number, now: Date) {
  return db
    .selectFrom("profile")
    .innerJoin("member", "member.id", "profile.memberId")
    .leftJoin("secondFactor", "secondFactor.memberId", "member.id")
    .where("profile.isAdmin", "=", true)
    .where(isAfterCursor(before, "member.createdAt", "member.id"))
    .orderBy("member.createdAt", "desc")
    .orderBy("member.id", "desc")
    .limit(limit)
    .select((eb) => [
      "member.id",
      "member.email",
      "member.createdAt as at",
      "profile.name",
      "profile.staffRole",
      "profile.suspendedAt",
      "secondFactor.setUpAt",
      eb
        .selectFrom("session")
        .whereRef("session.memberId", "=", "member.id")
        .where("session.endedAt", "is", null)
        .where("session.expiresAt", ">", now)
        .select((inner) => inner.fn.countAll<number>().as("count"))
        .as("sessions"),
      eb
        .selectFrom("session")
        .whereRef("session.memberId", "=", "member.id")
        .select((inner) => inner.fn.max("session.lastSeenAt").as("at"))
        .as("lastSeenAt"),
      eb
        .exists(eb.selectFrom("passkey").whereRef("passkey.memberId", "=", "member.id").select("passkey.id"))
        .$castTo<boolean>()
        .as("hasPasskey"),
    ])
    .execute();
}

/** Locks everybody of the staff, so that two owners cannot take each other's role at once. */
export function lockStaff(db: Db): Promise<{ id: string; role: StaffRole | null; suspendedAt: Date | null }[]> {
  return db
    .selectFrom("profile")
    .where("isAdmin", "=", true)
    .orderBy("memberId")
    .select(["memberId as id", "staffRole as role", "suspendedAt"])
    .forNoKeyUpdate()
    .execute();
}
