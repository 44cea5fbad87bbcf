import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";

type Device = { memberId: string; tokenHash: Buffer };

/** Records that a member used a browser, and forgets all browsers except the `keep` that they used last. */
export async function addKnownDevice(db: Db, { memberId, tokenHash }: Device, now: Date, keep: number): Promise<void> {
  await db
    .insertInto("knownDevice")
    .values({ memberId, tokenHash, lastUsedAt: now })
    .onConflict((conflict) => conflict.columns(["memberId", "tokenHash"]).doUpdateSet({ lastUsedAt: now }))
    .execute();
  await db
    .deleteFrom("knownDevice")
    .where("memberId", "=", memberId)
    .where("tokenHash", "in", (eb) =>
      eb
        .selectFrom("knownDevice")
        .where("memberId", "=", memberId)
        .orderBy("lastUsedAt", "desc")
        .orderBy("tokenHash")
        .offset(keep)
        .select("tokenHash"),
    )
    .execute();
}

export async function isKnownDevice(db: Db, { memberId, tokenHash }: Device): Promise<boolean> {
  const row = await db
    .selectFrom("knownDevice")
    .where("memberId", "=", memberId)
    .where("tokenHash", "=", tokenHash)
    .select("memberId")
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the account knows any browser. */
export async function hasKnownDevice(db: Db, memberId: string): Promise<boolean> {
  const row = await db.selectFrom("knownDevice").where("memberId", "=", memberId).select("memberId").executeTakeFirst();
  return row !== undefined;
}

export async function removeDevicesOfMember(db: Db, memberId: string): Promise<void> {
  await db.deleteFrom("knownDevice").where("memberId", "=", memberId).execute();
}

export const removeOldDevicesSql = (day: Date, limit: number) => sql`
  delete from known_device where (member_id, token_hash) in (
    select member_id, token_hash from known_device where last_used_at < ${day}
    order by last_used_at limit ${limit} for update skip locked
  )`;
