import { lockStreams } from "../../base/members/stream-queries.ts";
import type { Context } from "../../platform/context.ts";
import type { Payment } from "../../platform/payments/provider.ts";
import { findOrder, lockOrder, type OrderRow } from "./order-queries.ts";
import { storeSettlement } from "./store-settlement.ts";

export type SettleContext = Pick<Context, "db" | "clock" | "log" | "live" | "payments" | "site">;

/**
 * Reads the payments of an order from its provider, and brings the order, the ledger and what the buyer may use to what
 * they mean. It may run at any time and any number of times: what was done is not done again.
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

/** Brings an order to what its payments mean. They may have been read a while ago: what is known since is kept. */
export async function applyPayments(context: SettleContext, order: OrderRow, payments: Payment[]): Promise<void> {
  const now = context.clock.now();
  const hasChanged = await context.db.transaction().execute(async (trx) => {
    // As a send does: first the stream, then the balance.
    await lockStreams(trx, [order.memberId]);
    return storeSettlement({ ...context, db: trx }, await lockOrder(trx, order.id), payments, now);
  });
  if (hasChanged) context.live.publish(order.memberId, "changed", { what: "self" });
}
