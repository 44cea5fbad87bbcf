import type { OrderState } from "@caramelo/contract/billing/calls";

type ChargeState = "pending" | "paid" | "expired";

/** The state that a payment page shows: `paid` even if the money has gone back, and `expired` once the time is over. */
export function chargeState({ state, expiresAt }: { state: OrderState; expiresAt: Date }, now: Date): ChargeState {
  if (state === "paid" || state === "refunded" || state === "charged_back") return "paid";
  return state === "expired" || expiresAt <= now ? "expired" : "pending";
}
