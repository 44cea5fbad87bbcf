import { prices } from "@caramelo/contract/billing/prices";
import {
  addOrder,
  addOrderEvent,
  changeOrder,
  changeOrderState,
  listOrders,
} from "../../features/billing/order-queries.ts";
import { expiryOf } from "../../features/billing/order-rules.ts";
import { addLedgerEntry } from "../../features/billing/queries.ts";
import { saveReturn } from "../../features/billing/return-queries.ts";
import { addReview } from "../../features/billing/withdrawal-queries.ts";
import { addPayment, addReturn, changePayment } from "../../features/sandbox/queries.ts";
import { SANDBOX } from "../../features/sandbox/sandbox-provider.ts";
import type { Db } from "../../platform/database/database.ts";
import { randomId, uuidv7 } from "../../platform/ids.ts";
import { makeToken } from "../../platform/secrets/tokens.ts";

const DAY_MS = 86_400_000;
const RETURNED_DAYS = 20;
const BOUGHT_DAYS = 3;
const ASKED_DAYS = 1;
const USED = { tokens: 40, conversations: 3 };
const { centavos, tokens, conversations } = prices.tokens;

/**
 * Gives the staff a withdrawal to decide: the member has withdrawn from one pack before, and has used much of the next.
 * It adds nothing for a member who has bought something before.
 */
export async function addWithdrawal(db: Db, memberId: string, now: Date): Promise<void> {
  if ((await listOrders(db, memberId, undefined, 1)).length > 0) return;
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await addReturnedOrder(db, memberId, ago(RETURNED_DAYS));
  const { orderId } = await addPaidOrder(db, memberId, ago(BOUGHT_DAYS));
  const spentAt = ago(ASKED_DAYS);
  await addLedgerEntry(db, {
    id: uuidv7(spentAt),
    memberId,
    kind: "spend",
    provider: "demo",
    providerObjectId: `${memberId}/withdrawal`,
    tokens: -USED.tokens,
    conversations: -USED.conversations,
    writtenAt: spentAt,
  });
  await addReview(db, { orderId, memberId, requestedAt: spentAt });
  await addOrderEvent(db, { orderId, kind: "withdrawal requested", actorId: memberId }, spentAt);
}

/** Stores a paid pack of tokens as the sandbox and the ledger would. */
async function addPaidOrder(db: Db, memberId: string, at: Date) {
  const [orderId, paymentId] = [randomId(), makeToken()];
  const bought = { memberId, product: "tokens" as const, method: "pix" as const, centavos };
  const times = { createdAt: at, expiresAt: expiryOf(at) };
  const terms = { ...bought, ...times, provider: SANDBOX, isLive: false };
  await addOrder(db, { ...terms, id: orderId, state: "paid", paidAt: at });
  await addPayment(db, { ...bought, ...times, id: paymentId, orderId });
  await changePayment(db, paymentId, "paid", at);
  const entry = { id: uuidv7(at), memberId, orderId, provider: SANDBOX, providerObjectId: paymentId, writtenAt: at };
  await addLedgerEntry(db, { ...entry, kind: "purchase", tokens, conversations });
  await addOrderEvent(db, { orderId, kind: "created", actorId: memberId }, at);
  await addOrderEvent(db, { orderId, kind: "paid" }, at);
  return { orderId, paymentId };
}

async function addReturnedOrder(db: Db, memberId: string, at: Date): Promise<void> {
  const { orderId, paymentId } = await addPaidOrder(db, memberId, at);
  const returnId = randomId().replaceAll("-", "");
  const facts = { kind: "refund" as const, centavos, state: "done" as const, createdAt: at };
  await addReturn(db, { ...facts, paymentId, id: returnId });
  await saveReturn(db, { ...facts, orderId, returnId, paymentId, reason: "withdrawal", requestedBy: memberId });
  const entry = { id: uuidv7(at), memberId, orderId, provider: SANDBOX, providerObjectId: returnId, writtenAt: at };
  await addLedgerEntry(db, { ...entry, kind: "refund", tokens: -tokens, conversations: -conversations });
  await changeOrder(db, orderId, { withdrawnAt: at });
  await changeOrderState(db, orderId, "refunded", at);
  await addOrderEvent(db, { orderId, kind: "refunded" }, at);
}
