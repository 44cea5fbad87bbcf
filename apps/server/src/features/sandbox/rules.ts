import { createHmac, timingSafeEqual } from "node:crypto";
import type { SandboxEvent } from "@caramelo/contract/sandbox/calls";
import type { MoneyReturn, Webhook } from "../../platform/payments/provider.ts";

export const SIGNATURE_HEADER = "sandbox-signature";
const TOLERANCE_SECONDS = 300;

/** Signs a webhook as card companies do: `t=` is the time in seconds, `v1=` a HMAC over this time and the raw body. */
export function signWebhook(rawBody: Buffer, secret: Buffer, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1_000);
  return `t=${seconds},v1=${hmacOf(seconds, rawBody, secret).toString("hex")}`;
}

/** Whether a webhook was signed with the secret, at a time within five minutes of `now`. */
export function isSigned({ rawBody, headers }: Webhook, secret: Buffer, now: Date): boolean {
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(String(headers[SIGNATURE_HEADER]));
  if (!match) return false;
  const [, time = "", signature = ""] = match;
  const age = Math.abs(now.getTime() / 1_000 - Number(time));
  return (
    age <= TOLERANCE_SECONDS && timingSafeEqual(hmacOf(Number(time), rawBody, secret), Buffer.from(signature, "hex"))
  );
}

function hmacOf(seconds: number, rawBody: Buffer, secret: Buffer): Buffer {
  return createHmac("sha256", secret).update(`${seconds}.`).update(rawBody).digest();
}

type State = "pending" | "paid" | "refused" | "expired";
type SandboxPayment = { state: State; expiresAt: Date; centavos: number; returns: MoneyReturn[] };

/** One change of a payment: its state, money that goes back, or a dispute that the operator won. */
export type Change = { state: State } | { returned: Omit<MoneyReturn, "id" | "state"> } | { wonDispute: string };

/** Returns the changes by a button: none once the payment has ended. Paying too late makes the payment expire. */
export function judgeAction(
  action: "pay" | "refuse" | "expire",
  { state, expiresAt }: SandboxPayment,
  now: Date,
): Change[] {
  if (state !== "pending") return [];
  if (action === "refuse") return [{ state: "refused" }];
  return [{ state: action === "expire" || expiresAt <= now ? "expired" : "paid" }];
}

/** How many centavos of a payment have not gone back. */
export function keptCentavos(centavos: number, returns: Pick<MoneyReturn, "state" | "centavos">[]): number {
  return (
    centavos -
    returns.filter(({ state }) => state !== "won").reduce((sum, moneyReturn) => sum + moneyReturn.centavos, 0)
  );
}

/** Returns the changes by an event that the operator triggers; empty when the event cannot happen in this state. */
export function judgeEvent(event: SandboxEvent, { state, centavos, returns }: SandboxPayment): Change[] {
  const keptCentavosNow = keptCentavos(centavos, returns);
  const openDispute = returns.find((moneyReturn) => moneyReturn.kind === "dispute" && moneyReturn.state === "open");
  const goBack = (kind: MoneyReturn["kind"], part: number): Change[] =>
    state === "paid" && part > 0 ? [{ returned: { kind, centavos: part } }] : [];
  const changes: Record<SandboxEvent, () => Change[]> = {
    paid: () => (state === "pending" ? [{ state: "paid" }] : []),
    refused: () => (state === "pending" ? [{ state: "refused" }] : []),
    expired: () => (state === "pending" || state === "refused" ? [{ state: "expired" }] : []),
    paid_late: () => (state === "paid" ? [] : [{ state: "paid" }]),
    refunded_in_part: () => goBack("refund", Math.floor(keptCentavosNow / 2)),
    refunded: () => goBack("refund", keptCentavosNow),
    charged_back: () => goBack("dispute", keptCentavosNow),
    dispute_won: () => (openDispute ? [{ wonDispute: openDispute.id }] : []),
    paid_and_refunded_out_of_order: () =>
      state === "paid" ? [] : [{ state: "paid" }, { returned: { kind: "refund", centavos } }],
    webhook_again: () => [],
  };
  return changes[event]();
}
