import { prices } from "@caramelo/contract/billing/prices";
import { addLedgerEntry } from "../base/money/ledger-queries.ts";
import { type Amounts, applyAmounts, type Entitlement, grantOf, openBook } from "../features/billing/amount-rules.ts";
import { addOrder, addOrderEvent } from "../features/billing/order-queries.ts";
import { expiryOf } from "../features/billing/order-rules.ts";
import { addPayment, changePayment } from "../features/sandbox/queries.ts";
import { SANDBOX } from "../features/sandbox/sandbox-provider.ts";
import type { Db } from "../platform/database/database.ts";
import { randomId, uuidv7 } from "../platform/ids.ts";
import { makeToken } from "../platform/secrets/tokens.ts";
import type { Purchase } from "./people.ts";

const MINUTE_MS = 60_000;
const NOTHING: Entitlement = { tokens: 0, conversations: 0, premiumUntil: null, highlightedUntil: null };

/** Stores the purchases of a member who had none, the earliest first, as the sandbox and the ledger would. */
export async function addPurchases(db: Db, memberId: string, purchases: readonly Purchase[], now: Date): Promise<void> {
  let entitlement = NOTHING;
  for (const { product, boughtAgo } of purchases) {
    const at = new Date(now.getTime() - boughtAgo * MINUTE_MS);
    const grant = grantOf(product, entitlement, at);
    await addPaidOrder(db, { memberId, product, at, entitlement, grant });
    entitlement = applyAmounts(entitlement, grant, at);
  }
}

type Paid = {
  memberId: string;
  product: Purchase["product"];
  at: Date;
  /** The member's state before. */
  entitlement: Entitlement;
  grant: Amounts;
};

async function addPaidOrder(db: Db, { memberId, product, at, entitlement, grant }: Paid) {
  const [orderId, paymentId] = [randomId(), makeToken()];
  const purchase = { memberId, product, method: "pix" as const, centavos: prices[product].centavos };
  const times = { createdAt: at, expiresAt: expiryOf(at) };
  await addOrder(db, {
    ...purchase,
    ...times,
    provider: SANDBOX,
    isLive: false,
    id: orderId,
    state: "paid",
    paidAt: at,
  });
  await addPayment(db, { ...purchase, ...times, id: paymentId, orderId });
  await changePayment(db, paymentId, "paid", at);
  const entry = openBook(entitlement, at).add("purchase", paymentId, grant);
  await addLedgerEntry(db, { ...entry, id: uuidv7(at), memberId, orderId, provider: SANDBOX, writtenAt: at });
  await addOrderEvent(db, { orderId, kind: "created", actorId: memberId }, at);
  await addOrderEvent(db, { orderId, kind: "paid" }, at);
  return { orderId, paymentId };
}

/** Stores a paid pack of tokens of a member whose time of premium it does not change. */
export function addPack(db: Db, memberId: string, at: Date): Promise<{ orderId: string; paymentId: string }> {
  const grant = grantOf("tokens", NOTHING, at);
  return addPaidOrder(db, { memberId, product: "tokens", at, entitlement: NOTHING, grant });
}
