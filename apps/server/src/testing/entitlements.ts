import { addLedgerEntry } from "../base/money/ledger-queries.ts";
import type { Db } from "../platform/database/database.ts";
import { uuidv7 } from "../platform/ids.ts";

type Member = { id: string };

export type Grant = {
  tokens?: number;
  conversations?: number;
  premiumUntil?: Date;
  highlightedUntil?: Date;
  hasCourtesyPremium?: boolean;
};

/** Grants what a member bought, by a ledger entry of a purchase. */
export async function grant(db: Db, { id: memberId }: Member, grantedAmounts: Grant): Promise<void> {
  const now = new Date();
  const id = uuidv7(now);
  const origin = { kind: "purchase" as const, provider: "test", providerObjectId: id };
  await addLedgerEntry(db, { id, memberId, ...origin, writtenAt: now, ...grantedAmounts });
}

/** Gives a member premium for the next hour. */
export function makePremium(db: Db, member: Member): Promise<void> {
  return grant(db, member, { premiumUntil: new Date(Date.now() + 3_600_000) });
}

/** The balance of a member, after asserting that the ledger adds up to it. */
export async function getBalance(db: Db, { id }: Member): Promise<{ tokens: number; conversations: number }> {
  const balance = await db
    .selectFrom("entitlement")
    .where("memberId", "=", id)
    .select(["tokens", "conversations"])
    .executeTakeFirstOrThrow();
  const entries = await db
    .selectFrom("ledgerEntry")
    .where("memberId", "=", id)
    .select(["tokens", "conversations"])
    .execute();
  for (const kind of ["tokens", "conversations"] as const) {
    const sum = entries.reduce((total, entry) => total + entry[kind], 0);
    if (sum !== balance[kind]) throw new Error(`the ledger says ${sum} ${kind}, the balance ${balance[kind]}`);
  }
  return balance;
}
