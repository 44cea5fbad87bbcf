import type { Db } from "../../platform/database/database.ts";
import { isAfterCursor, type PageCursor } from "../../platform/database/page-cursor.ts";

export function listMails(db: Db, after: PageCursor | undefined, limit: number) {
  return db
    .selectFrom("mail")
    .where(isAfterCursor(after, "createdAt", "id"))
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .select(["id", "recipient", "subject", "createdAt as at", "sentAt", "failedAt"])
    .execute();
}

export function findMailText(db: Db, id: string) {
  return db.selectFrom("mail").where("id", "=", id).select(["kind", "recipient", "bodyText"]).executeTakeFirst();
}
