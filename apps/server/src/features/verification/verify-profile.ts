import type { AgeGate } from "../../base/members/age-queries.ts";
import { updateProfile } from "../../base/members/profile-queries.ts";
import { refreshTiers } from "../../base/money/commands.ts";
import type { Db } from "../../platform/database/database.ts";

/** Records that the documents show who the member is: the member is verified and their birth date is known. */
export async function verifyProfile(db: Db, memberId: string, birthOn: string, now: Date): Promise<void> {
  await updateProfile(db, memberId, { isVerified: true, birthOn, ageGate: null }, now);
  await refreshTiers(db, [memberId], now);
}

/** Undoes `verifyProfile`: the age is the stated one again, and `gate` is what the site forbids. */
export async function unverifyProfile(db: Db, memberId: string, gate: AgeGate, now: Date): Promise<void> {
  await updateProfile(db, memberId, { isVerified: false, birthOn: null, ageGate: gate }, now);
  await refreshTiers(db, [memberId], now);
}
