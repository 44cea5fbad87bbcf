import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

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

/** The restriction for members whose age is not assured; null for none. */
export type AgeGate = "messaging" | "entry" | null;

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
