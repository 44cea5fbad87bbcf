import type { Selectable } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { Erasure } from "../../platform/database/types.generated.ts";

type ErasureRow = Selectable<Erasure>;

export async function addErasure(
  db: Db,
  erasure: { memberId: string; requestedAt: Date; endsAt: Date },
): Promise<void> {
  await db.insertInto("erasure").values(erasure).execute();
}

export function findErasure(db: Db, memberId: string): Promise<ErasureRow | undefined> {
  return db.selectFrom("erasure").where("memberId", "=", memberId).selectAll().executeTakeFirst();
}

/** Removes an erasure that has not begun. Returns whether there was one. */
export async function removeErasure(db: Db, memberId: string): Promise<boolean> {
  const result = await db
    .deleteFrom("erasure")
    .where("memberId", "=", memberId)
    .where("begunAt", "is", null)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Marks up to `limit` erasures that begin before a moment as reminded, and returns their members. */
export async function takeReminders(db: Db, until: Date, now: Date, limit: number) {
  const due = db
    .selectFrom("erasure")
    .innerJoin("member", "member.id", "erasure.memberId")
    .where("finishedAt", "is", null)
    .where("endsAt", "<=", until)
    .where("begunAt", "is", null)
    .where("remindedAt", "is", null)
    .orderBy("endsAt")
    .limit(limit)
    .select(["erasure.memberId", "member.email", "erasure.endsAt"])
    .forUpdate(["erasure"])
    .skipLocked();
  const rows = await due.execute();
  const ids = rows.map(({ memberId }) => memberId);
  if (ids.length > 0) await db.updateTable("erasure").set({ remindedAt: now }).where("memberId", "in", ids).execute();
  return rows;
}
