import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { PageCursor } from "../../platform/database/page-cursor.ts";

export function listMails(db: Db, after: PageCursor | undefined, limit: number) {
  return db
    .selectFrom("mail")
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .select(["id", "recipient", "subject", "createdAt as at", "sentAt", "failedAt"])
    .execute();
}

export function findMailText(db: Db, id: string) {
  return db.selectFrom("mail").where("id", "=", id).select(["kind", "recipient", "bodyText"]).executeTakeFirst();
}
