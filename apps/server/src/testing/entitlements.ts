import { addLedgerEntry } from "../features/billing/queries.ts";
import type { Db } from "../platform/database/database.ts";
import { uuidv7 } from "../platform/ids.ts";

type Grant = { premiumUntil?: Date; highlightedUntil?: Date; tokens?: number; conversations?: number };

/** Grants what a member bought, as a purchase in the ledger. */
export async function grant(db: Db, memberId: string, what: Grant): Promise<void> {
  const id = uuidv7(new Date());
  const origin = { kind: "purchase" as const, provider: "test", providerObjectId: id };
  await addLedgerEntry(db, { id, memberId, ...origin, writtenAt: new Date(), ...what });
}

/** Gives a member premium for the next hour. */
export function makePremium(db: Db, memberId: string): Promise<void> {
  return grant(db, memberId, { premiumUntil: new Date(Date.now() + 3_600_000) });
}
