import type { Insertable } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { BackupRun } from "../../platform/database/types.generated.ts";

/** Records a finished backup, and removes the records of those that ended before `since`. */
export async function addBackupRun(db: Db, run: Insertable<BackupRun>, since: Date): Promise<void> {
  await db.insertInto("backupRun").values(run).execute();
  await db.deleteFrom("backupRun").where("finishedAt", "<", since).execute();
}

export function findLastBackup(db: Db) {
  return db
    .selectFrom("backupRun")
    .orderBy("takenAt", "desc")
    .limit(1)
    .select(["takenAt", "bytes", "isEncrypted"])
    .executeTakeFirst();
}
