import { type Insertable, sql } from "kysely";
import { isCheckViolation } from "../../platform/database/contention.ts";
import type { Db } from "../../platform/database/database.ts";
import type { LedgerEntry } from "../../platform/database/types.generated.ts";

/**
 * Appends an entry to the ledger. Only ledger entries change an entitlement: the database applies the entry in the same
 * transaction. An entry that takes a balance below zero, or that was written before, violates a constraint. A
 * transaction that also locks what a send locks must lock the member's stream first.
 */
export async function addLedgerEntry(db: Db, entry: Insertable<LedgerEntry>): Promise<void> {
  await db.insertInto("ledgerEntry").values(entry).execute();
}

type OpeningOrder = { id: string; memberId: string; provider: string };

/**
 * Begins a member's ledger when the account belongs to its person. A member with a ledger is never removed completely.
 */
export async function openLedger(db: Db, opening: OpeningOrder, now: Date): Promise<void> {
  const { memberId } = opening;
  await addLedgerEntry(db, { ...opening, kind: "opening", providerObjectId: memberId, writtenAt: now });
}

/** Whether the database refused an entry because it takes more tokens or conversations than there are. */
export function isBalanceViolation(error: unknown): boolean {
  return ["tokens", "conversations"].some((unit) => isCheckViolation(error, `entitlement_${unit}_check`));
}

export async function addLedgerEntries(db: Db, entries: Insertable<LedgerEntry>[]): Promise<void> {
  await db.insertInto("ledgerEntry").values(entries).execute();
}

type Origin = Pick<Insertable<LedgerEntry>, "provider" | "providerObjectId" | "kind">;

export async function hasLedgerEntry(db: Db, { provider, providerObjectId, kind }: Origin): Promise<boolean> {
  const entry = await db
    .selectFrom("ledgerEntry")
    .where("provider", "=", provider)
    .where("providerObjectId", "=", providerObjectId)
    .where("kind", "=", kind)
    .select("id")
    .executeTakeFirst();
  return entry !== undefined;
}

/** How many members have a balance that differs from the sum of their ledger. Reads the whole ledger. */
export async function countWrongBalances(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from entitlement left join (
      select member_id, sum(tokens) as tokens, sum(conversations) as conversations from ledger_entry group by member_id
    ) written using (member_id)
    where entitlement.tokens <> coalesce(written.tokens, 0)
      or entitlement.conversations <> coalesce(written.conversations, 0)`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Takes the lock of `lockEntitlement` without reading. Locks nothing for a member who has no entitlement yet. */
export async function holdEntitlement(db: Db, memberId: string): Promise<void> {
  await sql`select lock_entitlement(${memberId})`.execute(db);
}

/**
 * Locks a member's entitlement until the transaction ends, so that a decision from it still holds when it is written.
 * Sends take the same lock when they write ledger entries, after the lock of the stream; everything that writes entries
 * uses this order.
 */
export async function lockEntitlement(db: Db, memberId: string) {
  await holdEntitlement(db, memberId);
  return db
    .selectFrom("entitlement")
    .where("memberId", "=", memberId)
    .select(["tokens", "conversations", "premiumUntil", "highlightedUntil", "hasCourtesyPremium"])
    .executeTakeFirstOrThrow();
}

/** Returns the facts about a member that the rule `isPremiumAt` needs; undefined for staff. */
export function findPremium(db: Db, memberId: string) {
  return db
    .selectFrom("entitlement")
    .where("memberId", "=", memberId)
    .select(["hasCourtesyPremium", "premiumUntil"])
    .executeTakeFirst();
}
