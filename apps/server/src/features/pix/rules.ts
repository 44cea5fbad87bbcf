import type { OrderState } from "@caramelo/contract/billing/calls";

type ChargeState = "pending" | "paid" | "expired";

/**
 * The state that a payment page shows: the state of the order, or `expired` when its time is over before it was paid.
 */
export function chargeState({ state, expiresAt }: { state: OrderState; expiresAt: Date }, now: Date): ChargeState {
  if (state === "paid" || state === "refunded" || state === "charged_back") return "paid";
  return state === "expired" || expiresAt <= now ? "expired" : "pending";
}
