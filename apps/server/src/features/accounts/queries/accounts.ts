import { SESSION_SETTINGS } from "@caramelo/contract/settings/member-settings";
import { type Insertable, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { Member } from "../../../platform/database/types.generated.ts";

/**
 * Whether an address has an account that a new sign-up may not replace. Hidden pairs are not filtered: it shows nobody.
 */
export function isEmailTaken(db: Db, email: string): Promise<boolean> {
  const found = db
    .selectFrom("member")
    .innerJoin("profile", "profile.memberId", "member.id")
    .where("email", "=", email)
    .where((eb) => eb.or([eb("awaitsConfirmation", "=", false), eb("suspendedAt", "is not", null)]))
    .select("id")
    .executeTakeFirst();
  return found.then((row) => row !== undefined);
}

/**
 * Removes the account of an address with everything that its sign-up wrote, if nobody confirmed it and the team did not
 * suspend it. Waits for a confirmation that is under way. The photos' objects are swept later.
 */
export async function removeUnconfirmedAccount(db: Db, email: string): Promise<void> {
  await sql`select remove_unconfirmed_account(${email})`.execute(db);
}

/** Answers the id; undefined when the database stored no row. */
export async function addMember(db: Db, member: Insertable<Member>): Promise<string | undefined> {
  const row = await db.insertInto("member").values(member).returning("id").executeTakeFirst();
  return row?.id;
}

/**
 * Locks an account and answers its current state. Everything that makes or uses links does this first: all transactions
 * lock in the same order, and what is read afterwards is the latest state.
 */
export function lockMember(db: Db, memberId: string) {
  return db
    .selectFrom("member")
    .where("id", "=", memberId)
    .select(["email", "passwordHash"])
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function changePassword(db: Db, memberId: string, passwordHash: string, now: Date): Promise<void> {
  await db.updateTable("member").set({ passwordHash, updatedAt: now }).where("id", "=", memberId).execute();
}

export async function changeEmail(db: Db, memberId: string, email: string, now: Date): Promise<void> {
  await db.updateTable("member").set({ email, updatedAt: now }).where("id", "=", memberId).execute();
}

/** Whether a password that was just verified is still the current one; the lock keeps it until the transaction's end. */
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

/**
 * Member, profile, main photo, what was bought, the filter of discovery, and whether they signed in more than once (a session is
 * kept for 30 days after its end), as the session shows them. Hidden pairs are not filtered: an account reads its own profile.
 */
function selectAccount(db: Db) {
  return db
    .selectFrom("member")
    .innerJoin("profile", "profile.memberId", "member.id")
    .leftJoin("photo", (join) => join.onRef("photo.memberId", "=", "member.id").on("photo.position", "=", 0))
    .leftJoin("entitlement", "entitlement.memberId", "member.id")
    .leftJoin("memberSetting", "memberSetting.memberId", "member.id")
    .leftJoin("staffFactor", "staffFactor.memberId", "member.id")
    .leftJoin("discoveryFilter", "discoveryFilter.memberId", "member.id")
    .select([
      "member.id",
      "member.email",
      "member.passwordHash",
      "member.createdAt",
      "profile.name",
      "profile.role",
      "profile.isVerified",
      "profile.ageGate",
      "profile.isAdmin",
      "profile.staffRole",
      "staffFactor.setUpAt as factorSetUpAt",
      "profile.deactivatedAt",
      "profile.suspendedAt",
      "profile.awaitsConfirmation",
      "profile.isManaged",
      "photo.fileName",
      "entitlement.hasCourtesyPremium",
      "entitlement.premiumUntil",
      "entitlement.highlightedUntil",
      "entitlement.tokens",
      "entitlement.conversations",
      "discoveryFilter.filter",
    ])
    .select(SESSION_SETTINGS.map((name) => `memberSetting.${name}` as const))
    .select((eb) =>
      eb
        .exists(eb.selectFrom("session").whereRef("session.memberId", "=", "member.id").offset(1).select("session.id"))
        .$castTo<boolean>()
        .as("hasSeveralSessions"),
    );
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

/**
 * The oldest staff account; undefined before the first start. Hidden pairs are not filtered: it is shown to no member.
 */
export function findFirstAdmin(db: Db) {
  return db
    .selectFrom("member")
    .innerJoin("profile", "profile.memberId", "member.id")
    .where("profile.isAdmin", "=", true)
    .orderBy("member.createdAt")
    .select(["member.id", "member.email"])
    .executeTakeFirst();
}
