import type { Db } from "../../platform/database/database.ts";

/** A new member's stream; without it nobody can write to them. */
export async function addStream(db: Db, memberId: string): Promise<void> {
  await db.insertInto("memberStream").values({ memberId }).execute();
}
