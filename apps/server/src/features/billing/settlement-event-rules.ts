import type { OrderEvent, OrderRow } from "./order-queries.ts";
import type { PaymentReturn } from "./return-rules.ts";
import type { Settlement } from "./settlement-rules.ts";

/** Returns the events that a settlement adds to the history of an order. */
export function eventsOf(order: Pick<OrderRow, "state">, { state, entries }: Settlement): OrderEvent[] {
  const ofEntries = entries.map(
    ({ kind, providerObjectId, premiumUntil, highlightedUntil, ...amounts }): OrderEvent => {
      return { kind: `entry ${kind}`, detail: { providerObjectId, ...amounts } };
    },
  );
  return state === order.state ? ofEntries : [{ kind: state }, ...ofEntries];
}

/** Returns the events about refunds that leave no entry in the ledger, or that failed. */
export function eventsOfReturns({ grantedPaymentId }: Settlement, changedReturns: PaymentReturn[]): OrderEvent[] {
  const isTold = (moneyReturn: PaymentReturn) =>
    moneyReturn.kind === "refund" &&
    (moneyReturn.state === "failed" || (moneyReturn.state === "done" && moneyReturn.paymentId !== grantedPaymentId));
  return changedReturns.filter(isTold).map(({ id, state, centavos }) => {
    return { kind: state === "failed" ? "refund failed" : "refund done", detail: { return: id, centavos } };
  });
}
