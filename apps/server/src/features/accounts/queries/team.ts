import type { StaffRole } from "@caramelo/contract/call/staff-permissions";
import { sql } from "kysely";
import { isInvited, isTakenBack } from "../../../base/members/invited-fragment-queries.ts";
import type { Db } from "../../../platform/database/database.ts";
import { isAfterCursor, type PageCursor } from "../../../platform/database/page-cursor.ts";
import { hasOpenLink } from "./links.ts";

/**
 * The address of a person of the staff who has access and has not accepted the invitation yet; undefined for others.
 */
export async function findInvitedEmail(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("member")
    .innerJoin("profile", "profile.memberId", "member.id")
    .where("member.id", "=", id)
    .where("profile.isAdmin", "=", true)
    .where("profile.suspendedAt", "is", null)
    .where(isInvited)
    .select("member.email")
    .executeTakeFirst();
  return row?.email;
}

/**
 * The people of the staff without withdrawn invitations, the latest first, with their second factor and open sessions
 * at `now`.
 */
export function listStaff(db: Db, before: PageCursor | undefined, limit: number, now: Date) {
  return db
    .selectFrom("profile")
    .innerJoin("member", "member.id", "profile.memberId")
    .leftJoin("secondFactor", "secondFactor.memberId", "member.id")
    .where("profile.isAdmin", "=", true)
    .where(sql<boolean>`not ${isTakenBack}`)
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
      isInvited.as("isInvited"),
      sql<boolean>`${isInvited} and not ${hasOpenLink("recovery", now)}`.as("isInvitationExpired"),
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

export type StaffPerson = { id: string; role: StaffRole | null; suspendedAt: Date | null; isInvited: boolean };

/** Locks all staff without withdrawn invitations, so that two owners cannot take each other's role at once. */
export function lockStaff(db: Db): Promise<StaffPerson[]> {
  return db
    .selectFrom("profile")
    .innerJoin("member", "member.id", "profile.memberId")
    .where("profile.isAdmin", "=", true)
    .where(sql<boolean>`not ${isTakenBack}`)
    .orderBy("profile.memberId")
    .select(["member.id", "profile.staffRole as role", "profile.suspendedAt", isInvited.as("isInvited")])
    .forNoKeyUpdate("profile")
    .execute();
}
