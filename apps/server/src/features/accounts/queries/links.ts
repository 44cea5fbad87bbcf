import { type Insertable, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { AccountLink } from "../../../platform/database/types.generated.ts";

export type LinkKind = "recovery" | "confirmation" | "email_change" | "claim";

/** Adds a link, and invalidates the open one of its kind. */
export async function replaceLink(db: Db, link: Insertable<AccountLink> & { createdAt: Date }): Promise<void> {
  await db
    .updateTable("accountLink")
    .set({ usedAt: link.createdAt })
    .where("memberId", "=", link.memberId)
    .where("kind", "=", link.kind)
    .where("usedAt", "is", null)
    .execute();
  await db.insertInto("accountLink").values(link).execute();
}

/** The link of a token with what it concerns; undefined when it is over, or its member is suspended. */
export function findOpenLink(db: Db, kinds: LinkKind[], tokenHash: Buffer, now: Date) {
  return db
    .selectFrom("accountLink")
    .innerJoin("profile", "profile.memberId", "accountLink.memberId")
    .where("accountLink.tokenHash", "=", tokenHash)
    .where("accountLink.kind", "in", kinds)
    .where("accountLink.usedAt", "is", null)
    .where("accountLink.expiresAt", ">", now)
    .where("profile.suspendedAt", "is", null)
    .select([
      "accountLink.id",
      "accountLink.memberId",
      "accountLink.kind",
      "accountLink.email",
      "profile.isAdmin",
      "profile.awaitsConfirmation",
      "profile.isManaged",
      "profile.name",
    ])
    .executeTakeFirst();
}

/** Marks a link as used; false when it was used before. */
export async function useLink(db: Db, id: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable("accountLink")
    .set({ usedAt: now })
    .where("id", "=", id)
    .where("usedAt", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function voidLinks(db: Db, memberId: string, now: Date): Promise<void> {
  await db
    .updateTable("accountLink")
    .set({ usedAt: now })
    .where("memberId", "=", memberId)
    .where("usedAt", "is", null)
    .execute();
}

export async function removeOldLinks(db: Db, day: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from account_link where id in (
      select id from account_link where expires_at < ${day} order by expires_at limit ${limit} for update skip locked
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}
