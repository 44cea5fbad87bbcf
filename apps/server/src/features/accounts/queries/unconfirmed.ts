import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";

export type UnconfirmedSignUp = { id: string; createdAt: Date };
type Bounds = { before: Date; now: Date; limit: number; after: UnconfirmedSignUp | undefined };

/**
 * The next unconfirmed sign-ups from before a moment, without those that staff suspended and those with an open link.
 */
export function listUnconfirmed(db: Db, { before, now, limit, after }: Bounds): Promise<UnconfirmedSignUp[]> {
  return db
    .selectFrom("profile")
    .where("profile.awaitsConfirmation", "=", sql.lit(true))
    .where("profile.role", "<>", sql.lit("admin"))
    .where("profile.suspendedAt", "is", null)
    .where("profile.createdAt", "<", before)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(profile.created_at, profile.member_id) > (${after?.createdAt}, ${after?.id})`),
    )
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
    .orderBy("profile.memberId")
    .limit(limit)
    .select(["profile.memberId as id", "profile.createdAt"])
    .execute();
}
