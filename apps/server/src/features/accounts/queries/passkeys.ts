import type { Insertable } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { Passkey } from "../../../platform/database/types.generated.ts";

/** Stores a passkey; false when its credential is already stored. */
export async function addPasskey(db: Db, passkey: Insertable<Passkey>): Promise<boolean> {
  const row = await db
    .insertInto("passkey")
    .values(passkey)
    .onConflict((conflict) => conflict.column("credentialId").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** The passkeys of a member, the oldest first. A member has at most PASSKEYS_MAX. */
export function listPasskeys(db: Db, memberId: string) {
  return db
    .selectFrom("passkey")
    .where("memberId", "=", memberId)
    .orderBy("createdAt")
    .orderBy("id")
    .select(["id", "credentialId", "name", "createdAt", "lastUsedAt", "blockedAt", "addedOn", "offSince"])
    .execute();
}

/** The passkey of a credential with its owner; undefined when it was removed, or never added. */
export function findPasskey(db: Db, credentialId: Buffer) {
  return db
    .selectFrom("passkey")
    .where("credentialId", "=", credentialId)
    .select(["id", "memberId", "publicKey", "createdAt"])
    .executeTakeFirst();
}

/** Locks a passkey, so that two answers with one counter are judged one after the other. */
export function lockPasskey(db: Db, id: string) {
  return db
    .selectFrom("passkey")
    .where("id", "=", id)
    .select(["counter", "createdAt", "blockedAt", "offSince"])
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function recordPasskeyUse(db: Db, id: string, counter: number, now: Date): Promise<void> {
  await db.updateTable("passkey").set({ counter, lastUsedAt: now }).where("id", "=", id).execute();
}

export async function blockPasskey(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable("passkey").set({ blockedAt: now }).where("id", "=", id).execute();
}

type OwnPasskey = { id: string; memberId: string };

/** False when the member has no such passkey. */
export async function renamePasskey(db: Db, { id, memberId }: OwnPasskey, name: string): Promise<boolean> {
  const result = await db
    .updateTable("passkey")
    .set({ name })
    .where("id", "=", id)
    .where("memberId", "=", memberId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Switches off the passkeys of a member that were added after a moment. */
export async function switchOffPasskeys(db: Db, memberId: string, addedAfter: Date, now: Date): Promise<void> {
  await db
    .updateTable("passkey")
    .set({ offSince: now })
    .where("memberId", "=", memberId)
    .where("createdAt", ">", addedAfter)
    .where("offSince", "is", null)
    .execute();
}

/** Switches a passkey on again; false when the member has no such passkey. */
export async function keepPasskey(db: Db, { id, memberId }: OwnPasskey): Promise<boolean> {
  const result = await db
    .updateTable("passkey")
    .set({ offSince: null })
    .where("id", "=", id)
    .where("memberId", "=", memberId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** False when the member has no such passkey. */
export async function removePasskey(db: Db, { id, memberId }: OwnPasskey): Promise<boolean> {
  const result = await db
    .deleteFrom("passkey")
    .where("id", "=", id)
    .where("memberId", "=", memberId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Removes all passkeys of a member; false when there was none. */
export async function removePasskeysOfMember(db: Db, memberId: string): Promise<boolean> {
  const result = await db.deleteFrom("passkey").where("memberId", "=", memberId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Records that a member is invited to add a key; false when their last invitation is not before `until`. */
export async function inviteToKey(
  db: Db,
  memberId: string,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const result = await db
    .insertInto("keyInvitation")
    .values({ memberId, invitedAt: now })
    .onConflict((conflict) =>
      conflict.column("memberId").doUpdateSet({ invitedAt: now }).where("keyInvitation.invitedAt", "<=", until),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}
