import type { StaffRole } from "@caramelo/contract/call/staff-permissions";
import type { Settings } from "@caramelo/contract/member-settings/calls";
import type { StoredSettingName } from "@caramelo/contract/member-settings/member-settings";
import { type Insertable, sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { Member } from "../../platform/database/types.generated.ts";

/** Whether an address has an account that a new sign-up may not replace. */
export function isEmailTaken(db: Db, email: string): Promise<boolean> {
  const memberQuery = db
    .selectFrom("member")
    .innerJoin("profile", "profile.memberId", "member.id")
    .where("email", "=", email)
    .where((eb) => eb.or([eb("awaitsConfirmation", "=", false), eb("suspendedAt", "is not", null)]))
    .select("id")
    .executeTakeFirst();
  return memberQuery.then((row) => row !== undefined);
}

export async function findMemberIdByEmail(db: Db, email: string): Promise<string | undefined> {
  return (await db.selectFrom("member").where("email", "=", email).select("id").executeTakeFirst())?.id;
}

/** Deletes an account that is neither confirmed nor suspended by staff. Waits for a confirmation in progress. */
export async function removeUnconfirmedAccount(db: Db, email: string): Promise<void> {
  await sql`select remove_unconfirmed_account(${email})`.execute(db);
}

/** Deletes an unconfirmed sign-up from before a moment; false if it was kept. */
export async function removeOldSignUp(db: Db, memberId: string, before: Date, now: Date): Promise<boolean> {
  const { rows } = await sql<{ isRemoved: boolean }>`
    select remove_old_sign_up(${memberId}, ${before}, ${now}) as is_removed`.execute(db);
  return rows[0]?.isRemoved ?? false;
}

/** Returns the new member's id; undefined if no row was stored, for which the specification has an error code. */
export async function addMember(db: Db, member: Insertable<Member>): Promise<string | undefined> {
  const row = await db.insertInto("member").values(member).returning("id").executeTakeFirst();
  return row?.id;
}

type StaffInvitation = Pick<Insertable<Member>, "id" | "email" | "passwordHash"> & {
  name: string;
  staffRole: StaffRole;
  /** The session of the inviting owner. */
  sessionId: string;
};

/**
 * Adds a staff account with its profile and its audit row "team.invited". Returns false and adds nothing unless the
 * session is an owner's with a fresh proof. The product's role cannot make staff in any other way.
 */
export async function addInvitedStaff(db: Db, invitation: StaffInvitation): Promise<boolean> {
  const { id, email, passwordHash, name, staffRole, sessionId } = invitation;
  const { rows } = await sql<{ isAdded: boolean }>`
    select add_invited_staff(${id}, ${email}, ${passwordHash}, ${name}, ${staffRole}, ${sessionId}) as is_added`.execute(
    db,
  );
  return rows[0]?.isAdded ?? false;
}

/**
 * Locks a member. Everything that makes or uses account links must do this first, so that all take locks in the same
 * order and then read the latest state.
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

/** A password set by a mailed link counts as a new way in; one that its member changes keeps its age. */
export async function setPassword(db: Db, memberId: string, passwordHash: string, now: Date): Promise<void> {
  const changes = { passwordHash, passwordSetAt: now, updatedAt: now };
  await db.updateTable("member").set(changes).where("id", "=", memberId).execute();
}

/** Gives an account an address, which counts as unproven until `proveEmail`. */
export async function changeEmail(db: Db, memberId: string, email: string, now: Date): Promise<void> {
  const changes = { email, isEmailProven: false, updatedAt: now };
  await db.updateTable("member").set(changes).where("id", "=", memberId).execute();
}

/** Records that a link mailed to this address was opened, if the account still has the address. */
export async function proveEmail(db: Db, memberId: string, email: string): Promise<void> {
  const account = db.updateTable("member").where("id", "=", memberId).where("email", "=", email);
  await account.set({ isEmailProven: true }).execute();
}

/**
 * Whether a password that was just verified is still the current one. The lock keeps it unchanged until the transaction
 * ends.
 */
export function holdPassword(db: Db, memberId: string, passwordHash: string): Promise<boolean> {
  const lockedMember = db
    .selectFrom("member")
    .where("id", "=", memberId)
    .where("passwordHash", "=", passwordHash)
    .select("id")
    .forShare()
    .executeTakeFirst();
  return lockedMember.then((row) => row !== undefined);
}

/** Returns the mail address of a profile; undefined for a managed profile, whose person does not know about it yet. */
export async function findMailAddress(db: Db, memberId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("member")
    .innerJoin("profile", "profile.memberId", "member.id")
    .where("member.id", "=", memberId)
    .where("profile.isManaged", "=", false)
    .select("member.email")
    .executeTakeFirst();
  return row?.email;
}

export async function getEmail(db: Db, memberId: string): Promise<string> {
  const { email } = await db.selectFrom("member").where("id", "=", memberId).select("email").executeTakeFirstOrThrow();
  return email;
}

type Changes = Partial<Pick<Settings, StoredSettingName>>;

/** Changes only the given settings in one statement, so that two simultaneous changes are both kept. */
export async function changeSettings(db: Db, memberId: string, changes: Changes, now: Date): Promise<void> {
  const changedColumns = { ...changes, updatedAt: now };
  await db
    .insertInto("memberSetting")
    .values({ memberId, ...changedColumns })
    .onConflict((conflict) => conflict.column("memberId").doUpdateSet(changedColumns))
    .execute();
}

/** Records when a mail about notifications was sent, so that the next one waits. */
export async function recordMailed(db: Db, memberId: string, frequency: "each" | "daily", now: Date): Promise<void> {
  await db
    .updateTable("memberSetting")
    .set(frequency === "each" ? { mailedAt: now } : { dailyMailedAt: now })
    .where("memberId", "=", memberId)
    .execute();
}
