import { lockStreams } from "../../base/members/stream-queries.ts";
import type { Context } from "../../platform/context.ts";
import type { Payment } from "../../platform/payments/provider.ts";
import { findOrder, lockOrder, type OrderRow } from "./order-queries.ts";
import { storeSettlement } from "./store-settlement.ts";

export type SettleContext = Pick<Context, "db" | "clock" | "log" | "live" | "payments" | "site">;

/**
 * Reads the payments of an order from its provider and updates the order, the ledger and the buyer's entitlement
 * accordingly. It may run at any time and any number of times, because nothing is done twice.
 * @throws when the provider does not answer
 */
export async function settleOrder(context: SettleContext, orderId: string): Promise<void> {
  const order = await findOrder(context.db, orderId);
  if (order) await applyPayments(context, order, await readPayments(context, order));
}

/** @throws when the provider does not answer, or is not configured any more */
export async function readPayments({ payments }: Pick<SettleContext, "payments">, order: OrderRow): Promise<Payment[]> {
  return payments.byName(order.provider).listPayments(order);
}

/** Updates an order according to its payments. They may have been read a while ago: newer stored facts stay. */
export async function applyPayments(context: SettleContext, order: OrderRow, payments: Payment[]): Promise<void> {
  const now = context.clock.now();
  const hasChanged = await context.db.transaction().execute(async (trx) => {
    // A send locks in the same order: first the stream, then the balance.
    await lockStreams(trx, [order.memberId]);
    return storeSettlement({ ...context, db: trx }, await lockOrder(trx, order.id), payments, now);
  });
  if (hasChanged) context.live.publish(order.memberId, "changed", { what: "self" });
}
