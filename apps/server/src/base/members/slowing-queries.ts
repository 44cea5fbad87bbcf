import type { Db } from "../../platform/database/database.ts";

/** Whether a member is slowed now, and when staff last lifted a slowing. */
export async function findSlowing(db: Db, memberId: string): Promise<{ isSlowed: boolean; liftedAt: Date | null }> {
  const row = await db
    .selectFrom("slowedMember")
    .where("memberId", "=", memberId)
    .select("liftedAt")
    .executeTakeFirst();
  return { isSlowed: row !== undefined && row.liftedAt === null, liftedAt: row?.liftedAt ?? null };
}

/** Slows a member; false when they are slowed already. */
export async function slowMember(db: Db, memberId: string, slowedAt: Date): Promise<boolean> {
  const slowed = await db
    .insertInto("slowedMember")
    .values({ memberId, slowedAt })
    .onConflict((conflict) =>
      conflict
        .column("memberId")
        .doUpdateSet({ slowedAt, liftedAt: null, liftedBy: null })
        .where("slowedMember.liftedAt", "is not", null),
    )
    .returning("memberId")
    .executeTakeFirst();
  return slowed !== undefined;
}

/** Lifts a slowing; false when there is none. */
export async function liftSlowing(db: Db, memberId: string, lift: { liftedAt: Date; liftedBy: string }) {
  const lifted = await db
    .updateTable("slowedMember")
    .set(lift)
    .where("memberId", "=", memberId)
    .where("liftedAt", "is", null)
    .returning("memberId")
    .executeTakeFirst();
  return lifted !== undefined;
}
