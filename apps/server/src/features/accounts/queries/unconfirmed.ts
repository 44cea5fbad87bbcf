import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";

/** The addresses of sign-ups from before a moment that nobody has confirmed, without those that staff suspended. */
export async function listUnconfirmed(db: Db, before: Date, limit: number): Promise<string[]> {
  const accounts = await db
    .selectFrom("profile")
    .innerJoin("member", "member.id", "profile.memberId")
    .where("profile.awaitsConfirmation", "=", sql.lit(true))
    .where("profile.role", "<>", sql.lit("admin"))
    .where("profile.suspendedAt", "is", null)
    .where("profile.createdAt", "<", before)
    .orderBy("profile.createdAt")
    .limit(limit)
    .select("member.email")
    .execute();
  return accounts.map(({ email }) => email);
}
