import type { OrderState } from "@caramelo/contract/billing/calls";

type ChargeState = "pending" | "paid" | "expired";

/** What a payment page says of its charge: what the order says, and the clock while nobody has paid. */
export function chargeState({ state, expiresAt }: { state: OrderState; expiresAt: Date }, now: Date): ChargeState {
  if (state === "paid" || state === "refunded" || state === "charged_back") return "paid";
  return state === "expired" || expiresAt <= now ? "expired" : "pending";
}
