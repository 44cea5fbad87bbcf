import { type Insertable, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { PasskeyChallenge } from "../../../platform/database/types.generated.ts";

/**
 * The purpose of a challenge's answer. A sign-in challenge belongs to no session; others belong to the session that
 * requested them.
 */
export type ChallengePurpose = "addition" | "proof" | "sign-in";

export async function addChallenge(db: Db, challenge: Insertable<PasskeyChallenge>): Promise<void> {
  await db.insertInto("passkeyChallenge").values(challenge).execute();
}

export type ChallengeUse = { hash: Buffer; purpose: ChallengePurpose; sessionId: string | null };

/** Whether a challenge can be answered. Only `takeChallenge` ensures that it is answered once. */
export async function isChallengeOpen(db: Db, { hash, purpose, sessionId }: ChallengeUse, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom("passkeyChallenge")
    .where("hash", "=", hash)
    .where("purpose", "=", purpose)
    .where("sessionId", "is not distinct from", sessionId)
    .where("expiresAt", ">", now)
    .select("hash")
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses a challenge up; false when it is over, was used before, or belongs to another session or purpose. */
export async function takeChallenge(db: Db, { hash, purpose, sessionId }: ChallengeUse, now: Date): Promise<boolean> {
  const row = await db
    .deleteFrom("passkeyChallenge")
    .where("hash", "=", hash)
    .returning(["purpose", "sessionId", "expiresAt"])
    .executeTakeFirst();
  return row !== undefined && row.purpose === purpose && row.sessionId === sessionId && row.expiresAt > now;
}

export const removeOldChallengesSql = (before: Date, limit: number) => sql`
  delete from passkey_challenge where hash in (
    select hash from passkey_challenge where expires_at < ${before}
    order by expires_at limit ${limit}
  )`;
