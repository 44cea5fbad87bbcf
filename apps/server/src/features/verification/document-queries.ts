import { type Insertable, sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { VerificationDocument } from "../../platform/database/types.generated.ts";

/** Records documents that are about to be stored. The rows must be committed before the first byte is written. */
export async function addDocuments(db: Db, documents: Insertable<VerificationDocument>[]): Promise<void> {
  await db.insertInto("verificationDocument").values(documents).execute();
}

/** Locks up to `limit` requests whose documents' time is over, and skips those that are locked. */
export function lockEndedDocuments(db: Db, now: Date, limit: number) {
  return db
    .selectFrom("verificationRequest")
    .where("sealedKey", "is not", null)
    .where("documentsEndAt", "<=", now)
    .orderBy("documentsEndAt")
    .limit(limit)
    .select(["id", "memberId"])
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Destroys the key of a request; without it its documents are unreadable, even in a backup of the files. */
export async function destroyKey(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable("verificationRequest").set({ sealedKey: null, updatedAt: now }).where("id", "=", id).execute();
}

/** Locks documents whose request was never stored, is gone, or has no key any more; skips documents that are locked. */
export function lockOrphanDocuments(db: Db, before: Date, limit: number) {
  return db
    .selectFrom("verificationDocument")
    .where("createdAt", "<", before)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("verificationRequest")
            .whereRef("verificationRequest.id", "=", "verificationDocument.requestId")
            .where("verificationRequest.sealedKey", "is not", null)
            .select("verificationRequest.id"),
        ),
      ),
    )
    .orderBy("createdAt")
    .limit(limit)
    .select("objectKey")
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Locks the documents of requests, and skips those that are locked. */
export function lockDocumentsOf(db: Db, requestIds: string[]) {
  return db
    .selectFrom("verificationDocument")
    .where(({ eb, ref }) => eb(ref("requestId"), "=", sql<string>`any(${requestIds}::uuid[])`))
    .select("objectKey")
    .forUpdate()
    .skipLocked()
    .execute();
}

export async function removeDocument(db: Db, objectKey: string): Promise<void> {
  await db.deleteFrom("verificationDocument").where("objectKey", "=", objectKey).execute();
}
