import type { Insertable, RawBuilder } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { BanMark } from "../../platform/database/types.generated.ts";

export async function addBanMarks(db: Db, marks: Insertable<BanMark>[]): Promise<void> {
  await db
    .insertInto("banMark")
    .values(marks)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Removes the marks of a ban that was undone. `isTaken` is SQL: another measure removed the photo of `banned_photo`.
 */
export async function removeBanMarks(db: Db, memberId: string, isTaken: RawBuilder<boolean>): Promise<void> {
  await db.deleteFrom("banMark").where("memberId", "=", memberId).execute();
  await db.deleteFrom("bannedPhoto").where("memberId", "=", memberId).where(isTaken, "is", false).execute();
}

export async function isBanned(db: Db, kind: "email" | "document", hash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom("banMark")
    .where("kind", "=", kind)
    .where("hash", "=", hash)
    .select("kind")
    .executeTakeFirst();
  return row !== undefined;
}
