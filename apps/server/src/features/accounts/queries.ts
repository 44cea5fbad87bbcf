import type { Insertable } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { Member, Session } from "../../platform/database/types.generated.ts";

export function isEmailTaken(db: Db, email: string): Promise<boolean> {
  const found = db.selectFrom("member").where("email", "=", email).select("id").executeTakeFirst();
  return found.then((row) => row !== undefined);
}

export async function addMember(db: Db, member: Insertable<Member>): Promise<void> {
  await db.insertInto("member").values(member).execute();
}

export async function changePassword(db: Db, memberId: string, passwordHash: string, now: Date): Promise<void> {
  await db.updateTable("member").set({ passwordHash, updatedAt: now }).where("id", "=", memberId).execute();
}

/** Member, profile, main photo and what was bought, as the session shows them. */
function selectAccount(db: Db) {
  return db
    .selectFrom("member")
    .innerJoin("profile", "profile.memberId", "member.id")
    .leftJoin("photo", (join) => join.onRef("photo.memberId", "=", "member.id").on("photo.position", "=", 0))
    .leftJoin("entitlement", "entitlement.memberId", "member.id")
    .leftJoin("memberSetting", "memberSetting.memberId", "member.id")
    .select([
      "member.id",
      "member.email",
      "member.passwordHash",
      "member.createdAt",
      "profile.name",
      "profile.role",
      "profile.isVerified",
      "profile.isAdmin",
      "profile.deactivatedAt",
      "profile.suspendedAt",
      "profile.awaitsConfirmation",
      "photo.fileName",
      "entitlement.hasCourtesyPremium",
      "entitlement.premiumUntil",
      "memberSetting.hasPopUps",
      "memberSetting.hasSound",
      "memberSetting.hasDiscreetTitles",
    ]);
}

export function findAccountByEmail(db: Db, email: string) {
  return selectAccount(db).where("member.email", "=", email).executeTakeFirst();
}

export function getAccount(db: Db, memberId: string) {
  return selectAccount(db).where("member.id", "=", memberId).executeTakeFirstOrThrow();
}

export async function addSession(db: Db, session: Insertable<Session>): Promise<void> {
  await db.insertInto("session").values(session).execute();
}

/** The session of a token with what decides whether it counts; over and inactive ones too. */
export function findSession(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom("session")
    .innerJoin("profile", "profile.memberId", "session.memberId")
    .where("session.tokenHash", "=", tokenHash)
    .select([
      "session.id",
      "session.memberId",
      "session.isRemembered",
      "session.endedAt",
      "session.expiresAt",
      "session.lastSeenAt",
      "profile.isActive",
      "profile.isAdmin",
      "profile.role",
      "profile.cityId",
    ])
    .executeTakeFirst();
}

/** Notes that a session is in use; `expiresAt` undefined leaves its end where it is. */
export async function touchSession(db: Db, id: string, seen: { lastSeenAt: Date; expiresAt?: Date }): Promise<void> {
  await db.updateTable("session").set(seen).where("id", "=", id).where("endedAt", "is", null).execute();
}

export async function endSession(db: Db, tokenHash: Buffer, now: Date): Promise<void> {
  await db
    .updateTable("session")
    .set({ endedAt: now })
    .where("tokenHash", "=", tokenHash)
    .where("endedAt", "is", null)
    .execute();
}

export async function endSessionsOfMember(db: Db, memberId: string, now: Date): Promise<void> {
  await db
    .updateTable("session")
    .set({ endedAt: now })
    .where("memberId", "=", memberId)
    .where("endedAt", "is", null)
    .execute();
}

/** Removes sessions that have been over since before `day`; answers how many. */
export async function removeOldSessions(db: Db, day: Date): Promise<number> {
  const ended = (eb: { fn: Db["fn"] }) => eb.fn<Date>("least", ["endedAt", "expiresAt"]);
  const result = await db
    .deleteFrom("session")
    .where((eb) => eb(ended(eb), "<", day))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
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
