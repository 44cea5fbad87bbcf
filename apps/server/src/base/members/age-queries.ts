import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { updateProfile } from "./profile-queries.ts";
import { refreshTiers } from "./tier-queries.ts";

/**
 * Locks a member's profile and returns what a decision about their verification needs; undefined for staff and unknown
 * ids.
 */
export function lockForVerification(db: Db, memberId: string) {
  return db
    .selectFrom("profile")
    .where("memberId", "=", memberId)
    .where("role", "<>", "admin")
    .select(["isManaged", "birthOn"])
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Records that the documents show who the member is: the member is verified and their birth date is known. */
export async function verifyProfile(db: Db, memberId: string, birthOn: string, now: Date): Promise<void> {
  await updateProfile(db, memberId, { isVerified: true, birthOn, ageGate: null }, now);
  await refreshTiers(db, [memberId], now);
}

/** What the site forbids members whose age is not assured; null for nothing. */
type AgeGate = "messaging" | "entry" | null;

/** Undoes `verifyProfile`: the age is the stated one again, and `gate` is what the site forbids. */
export async function unverifyProfile(db: Db, memberId: string, gate: AgeGate, now: Date): Promise<void> {
  await updateProfile(db, memberId, { isVerified: false, birthOn: null, ageGate: gate }, now);
  await refreshTiers(db, [memberId], now);
}

/** Returns up to `limit` ids that follow `after`: members whose age is not assured and whose gate is not `gate`. */
export async function listOtherAgeGates(db: Db, gate: AgeGate, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ memberId: string }>`
    select member_id from profile
    where birth_on is null and role <> 'admin' and age_gate is distinct from ${gate} and member_id > ${after}
    order by member_id limit ${limit}`.execute(db);
  return rows.map(({ memberId }) => memberId);
}

/**
 * Sets what members may not do until their age is assured, except for those whose age has been assured meanwhile. Their
 * streams must be locked.
 */
export async function setAgeGates(db: Db, gate: AgeGate, memberIds: string[]): Promise<void> {
  await sql`
    update profile set age_gate = ${gate}
    where member_id = any(${memberIds}::uuid[]) and birth_on is null and age_gate is distinct from ${gate}`.execute(db);
}
