import { type Amounts, amountsLeft, applyAmounts, type Entitlement, mapUnits } from "./amount-rules.ts";

/** An entry that the ledger holds for an order: the purchase of a payment, or what a return took or gave back. */
export type OrderEntry = Amounts & { kind: EntryKind; providerObjectId: string };
export type EntryKind = "purchase" | "refund" | "refund_failed" | "dispute" | "dispute_won";

/** An entry to append, with the new ends of premium and highlight; null for an end that stays as it is. */
export type PlannedEntry = OrderEntry & { premiumUntil: Date | null; highlightedUntil: Date | null };

export type Book = { entries: PlannedEntry[]; add(kind: EntryKind, id: string, amounts: Amounts): PlannedEntry };

/** Collects entries. Each is applied to the entitlement that the entry before leaves, and takes no more than that. */
export function openBook(start: Entitlement, now: Date): Book {
  const entries: PlannedEntry[] = [];
  let left = start;
  return {
    entries,
    add(kind, providerObjectId, wantedAmounts) {
      const has = amountsLeft(left, now);
      const amounts = mapUnits((unit) => Math.max(wantedAmounts[unit], -has[unit]));
      left = applyAmounts(left, amounts, now);
      const premiumUntil = amounts.premiumSeconds === 0 ? null : left.premiumUntil;
      const highlightedUntil = amounts.highlightedSeconds === 0 ? null : left.highlightedUntil;
      const entry = { kind, providerObjectId, ...amounts, premiumUntil, highlightedUntil };
      entries.push(entry);
      return entry;
    },
  };
}
