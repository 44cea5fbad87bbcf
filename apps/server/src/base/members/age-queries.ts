import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { updateProfile } from "./profile-queries.ts";
import { refreshTiers } from "./tier-queries.ts";

/** Locks a member's profile and answers what decides about a verification; undefined for staff and unknown ids. */
export function lockForVerification(db: Db, memberId: string) {
  return db
    .selectFrom("profile")
    .where("memberId", "=", memberId)
    .where("role", "<>", "admin")
    .select(["isManaged", "birthOn"])
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The member is who the documents show: verified, of an age that is known from now on. */
export async function verifyProfile(db: Db, memberId: string, birthOn: string, now: Date): Promise<void> {
  await updateProfile(db, memberId, { isVerified: true, birthOn, ageGate: null }, now);
  await refreshTiers(db, [memberId], now);
}

/** What the site asks of members whose age is not assured; null for nothing. */
type AgeGate = "messaging" | "entry" | null;

/** Takes back what `verifyProfile` gave: the age is the stated one again, and `gate` is what the site asks for. */
export async function unverifyProfile(db: Db, memberId: string, gate: AgeGate, now: Date): Promise<void> {
  await updateProfile(db, memberId, { isVerified: false, birthOn: null, ageGate: gate }, now);
  await refreshTiers(db, [memberId], now);
}

/** Up to `limit` members after an id whose age is not assured, and who have another gate than this. */
export async function listOtherAgeGates(db: Db, gate: AgeGate, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ memberId: string }>`
    select member_id from profile
    where birth_on is null and role <> 'admin' and age_gate is distinct from ${gate} and member_id > ${after}
    order by member_id limit ${limit}`.execute(db);
  return rows.map(({ memberId }) => memberId);
}

/** Sets what members may not do until their age is assured, unless it was meanwhile. Their streams must be locked. */
export async function setAgeGates(db: Db, gate: AgeGate, memberIds: string[]): Promise<void> {
  await sql`
    update profile set age_gate = ${gate}
    where member_id = any(${memberIds}::uuid[]) and birth_on is null and age_gate is distinct from ${gate}`.execute(db);
}
