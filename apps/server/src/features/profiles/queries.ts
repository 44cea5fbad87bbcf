import type { Insertable } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { Profile } from "../../platform/database/types.generated.ts";

export async function addProfile(db: Db, profile: Insertable<Profile>): Promise<void> {
  await db.insertInto("profile").values(profile).execute();
}

/** A member who had left is back; a suspension is left as it is. */
export async function reactivateProfile(db: Db, memberId: string, now: Date): Promise<void> {
  await db
    .updateTable("profile")
    .set({ deactivatedAt: null, updatedAt: now })
    .where("memberId", "=", memberId)
    .execute();
}
