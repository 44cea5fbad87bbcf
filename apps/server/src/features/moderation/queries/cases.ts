import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";

type NewCase = { id: string; reportedId: string; openedAt: Date };

/** Finds the open case or opens one, and locks it, so that staff cannot close it before the caller has added to it. */
export async function openCase(db: Db, fresh: NewCase): Promise<string> {
  const { id } = await db
    .insertInto("reportCase")
    .values(fresh)
    .onConflict((conflict) =>
      conflict
        .column("reportedId")
        .where(sql<boolean>`status = 'pending'`)
        // The status stays the same: the update only locks the row and returns it.
        .doUpdateSet((eb) => ({ status: eb.ref("excluded.status") })),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Raises the severity of a case, and so its place in the queue. A lower severity changes nothing. */
export async function raiseSeverity(db: Db, caseId: string, severity: number): Promise<void> {
  await db
    .updateTable("reportCase")
    .set({ severity })
    .where("id", "=", caseId)
    .where("severity", "<", severity)
    .execute();
}

export function lockCase(db: Db, id: string) {
  return db.selectFrom("reportCase").where("id", "=", id).select("reportedId").forNoKeyUpdate().executeTakeFirst();
}

export async function findOpenCase(db: Db, memberId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("reportCase")
    .where("reportedId", "=", memberId)
    .where(sql<boolean>`status = 'pending'`)
    .select("id")
    .executeTakeFirst();
  return row?.id;
}

/** Whether a case has reports of members or was flagged by the rules, so that it does not rest on notices alone. */
export async function hasReports(db: Db, caseId: string): Promise<boolean> {
  const row = await db
    .selectFrom("reportCase")
    .leftJoin("report", "report.caseId", "reportCase.id")
    .where("reportCase.id", "=", caseId)
    .where((eb) => eb.or([eb("report.id", "is not", null), eb("reportCase.flaggedAt", "is not", null)]))
    .select("reportCase.id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Closes an open case; false when it was closed before. */
export async function closeCase(
  db: Db,
  id: string,
  review: { status: "reviewed" | "dismissed"; reviewedBy: string; reviewedAt: Date },
): Promise<boolean> {
  const result = await db
    .updateTable("reportCase")
    .set(review)
    .where("id", "=", id)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Marks an open case as one that the rules found. */
export async function flagCase(db: Db, caseId: string, flaggedAt: Date): Promise<void> {
  await db.updateTable("reportCase").set({ flaggedAt }).where("id", "=", caseId).execute();
}
