import type { Payment } from "../../platform/payments/provider.ts";
import type { Order } from "./settlement-rules.ts";

/** The fields in which a payment differs from its order; empty when the payment may be granted. */
export function listMismatches(order: Order, { centavos, currency, isLive, claims }: Payment): string[] {
  const differs = {
    amount: centavos !== order.centavos,
    currency: currency !== "BRL",
    mode: isLive !== order.isLive,
    order: claims.orderId !== order.id,
    buyer: claims.memberId !== null && claims.memberId !== order.memberId,
    product: claims.product !== null && claims.product !== order.product,
  };
  return Object.entries(differs).flatMap(([what, isDifferent]) => (isDifferent ? [what] : []));
}

/**
 * Whether staff may return a payment that does not fit its order: it was paid for this order, in reais, and is a trial
 * payment exactly if the order is a trial.
 */
export function isStray({ state }: Payment, mismatches: string[]): boolean {
  return state === "paid" && !mismatches.some((what) => ["currency", "mode", "order"].includes(what));
}
