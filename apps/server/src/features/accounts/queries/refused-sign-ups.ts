import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";

type RefusedSignUp = { memberId: string; passwordHash: string; createdAt: Date };

/** Records the password of a sign-up that did not get a member's address, unless a later one is recorded. */
export async function recordRefusedSignUp(db: Db, refusedSignUp: RefusedSignUp): Promise<void> {
  const { passwordHash, createdAt } = refusedSignUp;
  await db
    .insertInto("refusedSignUp")
    .values(refusedSignUp)
    .onConflict((conflict) =>
      conflict
        .column("memberId")
        .doUpdateSet({ passwordHash, createdAt })
        .where("refusedSignUp.createdAt", "<=", createdAt),
    )
    .execute();
}

/** The password hash of the latest refused sign-up with the address of a member. */
export function findRefusedSignUp(db: Db, memberId: string): Promise<string | undefined> {
  const signUpQuery = db
    .selectFrom("refusedSignUp")
    .where("memberId", "=", memberId)
    .select("passwordHash")
    .executeTakeFirst();
  return signUpQuery.then((row) => row?.passwordHash);
}

/** Makes a member's refused sign-up, if there is one, at least this young, so that it is removed later. */
export async function renewRefusedSignUp(db: Db, memberId: string, createdAt: Date): Promise<void> {
  await db
    .updateTable("refusedSignUp")
    .set({ createdAt })
    .where("memberId", "=", memberId)
    .where("createdAt", "<", createdAt)
    .execute();
}

/** Removes the refused sign-up of a member whose address changes: it belongs to the old address, not to the new one. */
export async function forgetRefusedSignUp(db: Db, memberId: string): Promise<void> {
  await db.deleteFrom("refusedSignUp").where("memberId", "=", memberId).execute();
}

export const removeOldRefusedSignUpsSql = (day: Date, limit: number) => sql`
  delete from refused_sign_up where member_id in (
    select member_id from refused_sign_up where created_at < ${day}
    order by created_at limit ${limit} for update skip locked
  )`;
