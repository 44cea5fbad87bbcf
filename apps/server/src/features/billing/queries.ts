import type { Insertable } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { LedgerEntry } from "../../platform/database/types.generated.ts";

/**
 * Appends to the ledger: the only way an entitlement comes to be or changes (the database applies the entry in the same
 * transaction). An entry that would take a balance below zero, or that was written before, violates a constraint.
 */
export async function addLedgerEntry(db: Db, entry: Insertable<LedgerEntry>): Promise<void> {
  await db.insertInto("ledgerEntry").values(entry).execute();
}

/** The same for several at once: all of them, or none. */
export async function addLedgerEntries(db: Db, entries: Insertable<LedgerEntry>[]): Promise<void> {
  await db.insertInto("ledgerEntry").values(entries).execute();
}

/** What decides whether a member is premium; undefined for the team. */
export function findPremium(db: Db, memberId: string) {
  return db
    .selectFrom("entitlement")
    .where("memberId", "=", memberId)
    .select(["hasCourtesyPremium", "premiumUntil"])
    .executeTakeFirst();
}
