import type { AuditAction } from "@caramelo/contract/audit/actions";
import type { Product } from "@caramelo/contract/billing/calls";
import { prices } from "@caramelo/contract/billing/prices";
import { addMonthsInBrazil } from "@caramelo/contract/formats/calendar";

export const UNITS = ["tokens", "conversations", "premiumSeconds", "highlightedSeconds"] as const;

/** The change of a member's entitlement by a ledger entry, in whole units and seconds. */
export type Amounts = Record<(typeof UNITS)[number], number>;

export type Entitlement = {
  tokens: number;
  conversations: number;
  premiumUntil: Date | null;
  highlightedUntil: Date | null;
};

const NOTHING: Amounts = { tokens: 0, conversations: 0, premiumSeconds: 0, highlightedSeconds: 0 };

export function mapUnits(amountOf: (unit: keyof Amounts) => number): Amounts {
  return {
    tokens: amountOf("tokens"),
    conversations: amountOf("conversations"),
    premiumSeconds: amountOf("premiumSeconds"),
    highlightedSeconds: amountOf("highlightedSeconds"),
  };
}

/**
 * Returns the grant of a product. Months are calendar months in São Paulo; one that begins on the 31st ends on the last
 * day of a shorter month.
 */
export function grantOf(product: Product, entitlement: Entitlement, now: Date): Amounts {
  const price = prices[product];
  if ("tokens" in price) return { ...NOTHING, tokens: price.tokens, conversations: price.conversations };
  if ("months" in price) {
    const start = laterOf(entitlement.premiumUntil, now);
    return { ...NOTHING, premiumSeconds: secondsBetween(start, addMonthsInBrazil(start, price.months)) };
  }
  return { ...NOTHING, highlightedSeconds: price.days * 86_400 };
}

/**
 * The part of a grant that corresponds to a part of its price, in rounded units. The whole price or more is the whole
 * grant.
 */
export function shareOf(grant: Amounts, centavos: number, price: number): Amounts {
  const share = Math.min(centavos / price, 1);
  return mapUnits((unit) => Math.round(grant[unit] * share));
}

/** How much of each unit is left; 0 seconds for time that has ended. */
export function amountsLeft(entitlement: Entitlement, now: Date): Amounts {
  const { tokens, conversations } = entitlement;
  const premiumSeconds = secondsLeft(entitlement.premiumUntil, now);
  return { tokens, conversations, premiumSeconds, highlightedSeconds: secondsLeft(entitlement.highlightedUntil, now) };
}

/** The entitlement after amounts are added, or taken if negative. Added time begins where the running time ends. */
export function applyAmounts(entitlement: Entitlement, amounts: Amounts, now: Date): Entitlement {
  return {
    tokens: entitlement.tokens + amounts.tokens,
    conversations: entitlement.conversations + amounts.conversations,
    premiumUntil: moveEnd(entitlement.premiumUntil, amounts.premiumSeconds, now),
    highlightedUntil: moveEnd(entitlement.highlightedUntil, amounts.highlightedSeconds, now),
  };
}

function moveEnd(until: Date | null, seconds: number, now: Date): Date | null {
  return seconds === 0 ? until : new Date(laterOf(until, now).getTime() + seconds * 1_000);
}

// A started second counts as a whole one, so that time granted at this very moment can be taken back completely.
const secondsLeft = (until: Date | null, now: Date) => Math.ceil(secondsBetween(now, laterOf(until, now)));
const secondsBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 1_000;
const laterOf = (moment: Date | null, now: Date) => (moment !== null && moment > now ? moment : now);

type Courtesy = { tokens: number; conversations: number; hasPremium?: boolean | undefined };

/** The action that the audit log shows. One that gives something and takes something else counts as granted. */
export function auditActionOf({ tokens, conversations, hasPremium }: Courtesy): AuditAction {
  const isGiven = tokens > 0 || conversations > 0 || hasPremium === true;
  const isTaken = tokens < 0 || conversations < 0 || hasPremium === false;
  return isTaken && !isGiven ? "courtesy.revoked" : "courtesy.granted";
}

/**
 * An entry that the ledger holds for an order: the purchase of a payment, or the amounts that a return took or gave
 * back.
 */
export type OrderEntry = Amounts & { kind: EntryKind; providerObjectId: string };
export type EntryKind = "purchase" | "refund" | "refund_failed" | "dispute" | "dispute_won";

/** An entry to append, with the new ends of premium and highlight; null for an end that stays as it is. */
export type PlannedEntry = OrderEntry & { premiumUntil: Date | null; highlightedUntil: Date | null };

export type Book = { entries: PlannedEntry[]; add(kind: EntryKind, id: string, amounts: Amounts): PlannedEntry };

/** Collects entries. Each is applied to the entitlement that the entry before leaves, and takes no more than that. */
export function openBook(start: Entitlement, now: Date): Book {
  const entries: PlannedEntry[] = [];
  let leftAmounts = start;
  return {
    entries,
    add(kind, providerObjectId, wantedAmounts) {
      const has = amountsLeft(leftAmounts, now);
      const amounts = mapUnits((unit) => Math.max(wantedAmounts[unit], -has[unit]));
      leftAmounts = applyAmounts(leftAmounts, amounts, now);
      const premiumUntil = amounts.premiumSeconds === 0 ? null : leftAmounts.premiumUntil;
      const highlightedUntil = amounts.highlightedSeconds === 0 ? null : leftAmounts.highlightedUntil;
      const entry = { kind, providerObjectId, ...amounts, premiumUntil, highlightedUntil };
      entries.push(entry);
      return entry;
    },
  };
}
