import { type Insertable, sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { Member, Session } from "../../platform/database/types.generated.ts";

export function isEmailTaken(db: Db, email: string): Promise<boolean> {
  const found = db.selectFrom("member").where("email", "=", email).select("id").executeTakeFirst();
  return found.then((row) => row !== undefined);
}

/** Answers the id; undefined when the database kept nothing. */
export async function addMember(db: Db, member: Insertable<Member>): Promise<string | undefined> {
  const row = await db.insertInto("member").values(member).returning("id").executeTakeFirst();
  return row?.id;
}

export async function changePassword(db: Db, memberId: string, passwordHash: string, now: Date): Promise<void> {
  await db.updateTable("member").set({ passwordHash, updatedAt: now }).where("id", "=", memberId).execute();
}

export async function changeEmail(db: Db, memberId: string, email: string, now: Date): Promise<void> {
  await db.updateTable("member").set({ email, updatedAt: now }).where("id", "=", memberId).execute();
}

/** Whether a password that was just verified still holds; it then holds until the transaction's end. */
export function holdPassword(db: Db, memberId: string, passwordHash: string): Promise<boolean> {
  const held = db
    .selectFrom("member")
    .where("id", "=", memberId)
    .where("passwordHash", "=", passwordHash)
    .select("id")
    .forShare()
    .executeTakeFirst();
  return held.then((row) => row !== undefined);
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
      "entitlement.highlightedUntil",
      "memberSetting.hasPopUps",
      "memberSetting.hasSound",
      "memberSetting.hasDiscreetTitles",
    ]);
}

export function findAccountByEmail(db: Db, email: string) {
  return selectAccount(db).where("member.email", "=", email).executeTakeFirst();
}

export function findAccount(db: Db, memberId: string) {
  return selectAccount(db).where("member.id", "=", memberId).executeTakeFirst();
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

/** Whether a session is still good. */
export async function isSessionGood(db: Db, id: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom("session")
    .where("id", "=", id)
    .where("endedAt", "is", null)
    .where("expiresAt", ">", now)
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
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

/** Ends all sessions of a member, but the one that asked for it, if any. */
export async function endSessionsOfMember(db: Db, memberId: string, now: Date, exceptId?: string): Promise<void> {
  await db
    .updateTable("session")
    .set({ endedAt: now })
    .where("memberId", "=", memberId)
    .where("endedAt", "is", null)
    .$if(exceptId !== undefined, (query) => query.where("id", "<>", exceptId ?? ""))
    .execute();
}

type Device = { id: string; memberId: string };

/** Ends one session of a member; false when they have none of that id that is still good. */
export async function endDeviceSession(db: Db, { id, memberId }: Device, now: Date): Promise<boolean> {
  const result = await db
    .updateTable("session")
    .set({ endedAt: now })
    .where("id", "=", id)
    .where("memberId", "=", memberId)
    .where("endedAt", "is", null)
    .where("expiresAt", ">", now)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** The sessions of a member that are still good: the named one first, then the latest used. */
export function listSessions(db: Db, { id, memberId }: Device, now: Date, limit: number) {
  return db
    .selectFrom("session")
    .where("memberId", "=", memberId)
    .where("endedAt", "is", null)
    .where("expiresAt", ">", now)
    .orderBy((eb) => eb("id", "=", id), "desc")
    .orderBy("lastSeenAt", "desc")
    .limit(limit)
    .select(["id", "userAgent", "createdAt", "lastSeenAt"])
    .execute();
}

/** Removes up to `limit` sessions that have been over since before `day`; answers how many. */
export async function removeOldSessions(db: Db, day: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from session where id in (
      select id from session where least(ended_at, expires_at) < ${day}
      order by least(ended_at, expires_at) limit ${limit} for update skip locked
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
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
