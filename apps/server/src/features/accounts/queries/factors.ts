import type { Db } from "../../../platform/database/database.ts";

/** The second factor of a person of the staff, and the one being set up; undefined when they never began one. */
export function findFactor(db: Db, memberId: string) {
  return db
    .selectFrom("secondFactor")
    .where("memberId", "=", memberId)
    .select(["secret", "setUpAt", "lastStep", "pendingSecret", "pendingAt", "addedOn", "offSince"])
    .executeTakeFirst();
}

/** Stores a new secret; the present one stays valid until a code of the new secret was given. */
export async function storePendingSecret(
  db: Db,
  { memberId, pendingSecret, pendingAt }: { memberId: string; pendingSecret: Buffer; pendingAt: Date },
): Promise<void> {
  await db
    .insertInto("secondFactor")
    .values({ memberId, pendingSecret, pendingAt })
    .onConflict((conflict) => conflict.column("memberId").doUpdateSet({ pendingSecret, pendingAt }))
    .execute();
}

type Confirmation = { memberId: string; pendingSecret: Buffer; step: number; addedOn: string };

/** Makes the pending secret the factor; false when another secret became pending meanwhile. */
export async function adoptPendingSecret(
  db: Db,
  { memberId, pendingSecret, step, addedOn }: Confirmation,
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable("secondFactor")
    .set({ secret: pendingSecret, setUpAt: now, lastStep: step, addedOn })
    .set({ offSince: null, pendingSecret: null, pendingAt: null })
    .where("memberId", "=", memberId)
    .where("pendingSecret", "=", pendingSecret)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Marks the code of a half minute (`step`) as used; false when this or a later code was used before. */
export async function takeFactorStep(db: Db, memberId: string, step: number): Promise<boolean> {
  const result = await db
    .updateTable("secondFactor")
    .set({ lastStep: step })
    .where("memberId", "=", memberId)
    .where("lastStep", "<", step)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Switches off the authenticator app of a member that was set up after a moment. */
export async function switchOffFactor(db: Db, memberId: string, setUpAfter: Date, now: Date): Promise<void> {
  await db
    .updateTable("secondFactor")
    .set({ offSince: now })
    .where("memberId", "=", memberId)
    .where("setUpAt", ">", setUpAfter)
    .where("offSince", "is", null)
    .execute();
}

/** Switches an app on again; false when there is none. */
export async function keepFactor(db: Db, memberId: string): Promise<boolean> {
  const result = await db
    .updateTable("secondFactor")
    .set({ offSince: null })
    .where("memberId", "=", memberId)
    .where("setUpAt", "is not", null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Removes a second factor with its recovery codes; false when there was none. */
export async function removeFactor(db: Db, memberId: string): Promise<boolean> {
  const result = await db.deleteFrom("secondFactor").where("memberId", "=", memberId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function replaceRecoveryCodes(db: Db, memberId: string, hashes: readonly Buffer[]): Promise<void> {
  await db.deleteFrom("recoveryCode").where("memberId", "=", memberId).execute();
  await db
    .insertInto("recoveryCode")
    .values(hashes.map((codeHash) => ({ memberId, codeHash })))
    .execute();
}

/** Marks a recovery code as used; false when there is no such code, or it was used before. */
export async function useRecoveryCode(db: Db, memberId: string, codeHash: Buffer, now: Date): Promise<boolean> {
  const result = await db
    .updateTable("recoveryCode")
    .set({ usedAt: now })
    .where("memberId", "=", memberId)
    .where("codeHash", "=", codeHash)
    .where("usedAt", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function countRecoveryCodes(db: Db, memberId: string): Promise<number> {
  const { count } = await db
    .selectFrom("recoveryCode")
    .where("memberId", "=", memberId)
    .where("usedAt", "is", null)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
