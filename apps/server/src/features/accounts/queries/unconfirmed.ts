import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";

type Bounds = { before: Date; now: Date; limit: number };

/**
 * The addresses of sign-ups from before a moment that nobody has confirmed, without those that staff suspended and those
 * whose owner still has an open link.
 */
export async function listUnconfirmed(db: Db, { before, now, limit }: Bounds): Promise<string[]> {
  const accounts = await db
    .selectFrom("profile")
    .innerJoin("member", "member.id", "profile.memberId")
    .where("profile.awaitsConfirmation", "=", sql.lit(true))
    .where("profile.role", "<>", sql.lit("admin"))
    .where("profile.suspendedAt", "is", null)
    .where("profile.createdAt", "<", before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("accountLink")
            .whereRef("accountLink.memberId", "=", "profile.memberId")
            .where("accountLink.kind", "=", "confirmation")
            .where("accountLink.usedAt", "is", null)
            .where("accountLink.expiresAt", ">", now)
            .select("accountLink.id"),
        ),
      ),
    )
    .orderBy("profile.createdAt")
    .limit(limit)
    .select("member.email")
    .execute();
  return accounts.map(({ email }) => email);
}
