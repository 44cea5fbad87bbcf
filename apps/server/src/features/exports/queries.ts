import type { Db } from "../../platform/database/database.ts";

type Request = { memberId: string; id: string; sealedKey: Uint8Array; now: Date; dayBefore: Date };

/**
 * Claims the member's row for a new export, which replaces the earlier one. Returns false when that one is being made,
 * or was requested after `dayBefore` and has not failed. One statement decides, so of two requests at once one is
 * refused.
 */
export async function takeRequest(db: Db, { memberId, id, sealedKey, now, dayBefore }: Request): Promise<boolean> {
  const fresh = {
    id,
    sealedKey: Buffer.from(sealedKey),
    state: "waiting" as const,
    percent: 0,
    fileName: null,
    bytes: null,
    requestedAt: now,
    finishedAt: null,
  };
  const row = await db
    .insertInto("personalExport")
    .values({ memberId, ...fresh })
    .onConflict((conflict) =>
      conflict
        .column("memberId")
        .doUpdateSet(fresh)
        .where((eb) =>
          eb.or([eb("personalExport.state", "=", "failed"), eb("personalExport.requestedAt", "<=", dayBefore)]),
        ),
    )
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** The member's latest export, unless it was requested at `endedAt` or before. */
export function findExport(db: Db, memberId: string, endedAt: Date) {
  return db
    .selectFrom("personalExport")
    .where("memberId", "=", memberId)
    .where("requestedAt", ">", endedAt)
    .select(["id", "state", "percent", "bytes", "requestedAt"])
    .$narrowType<{ state: "waiting" | "ready" | "failed" }>()
    .executeTakeFirst();
}

/** The file of a member's own finished export; undefined when there is none, or it is another member's. */
export function findFile(db: Db, { id, memberId, endedAt }: { id: string; memberId: string; endedAt: Date }) {
  return db
    .selectFrom("personalExport")
    .where("id", "=", id)
    .where("memberId", "=", memberId)
    .where("state", "=", "ready")
    .where("requestedAt", ">", endedAt)
    .select(["id", "sealedKey", "fileName", "bytes", "requestedAt"])
    .$narrowType<{ fileName: string; bytes: number }>()
    .executeTakeFirst();
}

/** An export that waits to be made; locked, so that one of two attempts learns the other's file. */
export function lockWaitingExport(db: Db, id: string) {
  return db
    .selectFrom("personalExport")
    .innerJoin("member", "member.id", "personalExport.memberId")
    .where("personalExport.id", "=", id)
    .where("personalExport.state", "=", "waiting")
    .select(["personalExport.memberId", "personalExport.sealedKey", "personalExport.fileName"])
    .select(["member.email", "member.isEmailProven"])
    .forUpdate("personalExport")
    .executeTakeFirst();
}

/** An attempt at an export, by the file that it writes. */
export type Attempt = { id: string; fileName: string };

export async function beginAttempt(db: Db, { id, fileName }: Attempt): Promise<void> {
  await db.updateTable("personalExport").set({ fileName, percent: 0 }).where("id", "=", id).execute();
}

const updateAttempt = (db: Db, { id, fileName }: Attempt) =>
  db.updateTable("personalExport").where("id", "=", id).where("fileName", "=", fileName).where("state", "=", "waiting");

/** Returns false when another attempt has replaced this one, or the export is gone. */
export async function changeProgress(db: Db, attempt: Attempt, percent: number): Promise<boolean> {
  const { numUpdatedRows } = await updateAttempt(db, attempt).set({ percent }).executeTakeFirst();
  return numUpdatedRows > 0;
}

/** Returns false like `changeProgress`. */
export async function finishExport(db: Db, attempt: Attempt, finish: { bytes: number; now: Date }): Promise<boolean> {
  const { numUpdatedRows } = await updateAttempt(db, attempt)
    .set({ state: "ready", percent: 100, bytes: finish.bytes, finishedAt: finish.now })
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

export async function failExport(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable("personalExport")
    .set({ state: "failed", fileName: null, finishedAt: now })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .execute();
}

/** Removes exports that were requested at `endedAt` or before. Returns how many. */
export async function removeEndedExports(db: Db, endedAt: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("personalExport")
    .where("requestedAt", "<=", endedAt)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The files that rows name: one for each member who requested an export within two days. */
export async function listNamedFiles(db: Db): Promise<{ fileName: string; isReady: boolean }[]> {
  return db
    .selectFrom("personalExport")
    .where("fileName", "is not", null)
    .select((eb) => ["fileName", eb("state", "=", "ready").$castTo<boolean>().as("isReady")])
    .$narrowType<{ fileName: string }>()
    .execute();
}

export async function removeExportOfFile(db: Db, fileName: string): Promise<void> {
  await db.deleteFrom("personalExport").where("fileName", "=", fileName).execute();
}
