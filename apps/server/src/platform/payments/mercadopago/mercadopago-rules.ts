import type { PaymentMethod } from "@caramelo/contract/billing/calls";
import { productNames } from "@caramelo/contract/texts/products";
import type { MoneyReturn, OrderToPay, Payment } from "../provider.ts";
import type { ChargebackFacts, PaymentFacts } from "./mercadopago-schemas.ts";

/** The ways to pay that the page hides, so that a member pays in the way that they chose. */
const EXCLUDED: Record<PaymentMethod, string[]> = {
  pix: ["credit_card", "debit_card", "prepaid_card", "ticket", "atm"],
  card: ["bank_transfer", "ticket", "atm"],
};

/** Returns the payment page of an order. Its amounts are in reais. */
export function preferenceOf(order: OrderToPay, origin: string) {
  const { id, memberId, product, method, centavos, expiresAt } = order;
  const checkout = `${origin}/checkout?type=${product}`;
  const returnUrl = `${checkout}&order=${id}`;
  const price = { quantity: 1, unit_price: centavos / 100, currency_id: "BRL" };
  return {
    items: [{ id: product, title: productNames[product], ...price }],
    external_reference: id,
    metadata: { order: id, member: memberId, product },
    payment_methods: { excluded_payment_types: EXCLUDED[method].map((type) => ({ id: type })) },
    back_urls: { success: returnUrl, pending: returnUrl, failure: checkout },
    // The company's page redirects the member automatically only to https addresses.
    ...(origin.startsWith("https:") && { auto_return: "approved" }),
    expires: true,
    expiration_date_to: isoDate(expiresAt),
    date_of_expiration: isoDate(expiresAt),
  };
}

/** Writes a moment as the API wants it: with a numeric offset from UTC. */
const isoDate = (date: Date) => date.toISOString().replace("Z", "+00:00");

/** Returns a payment as the product sees it, with the chargeback of its card if there is one. */
export function paymentOf(facts: PaymentFacts, chargeback: ChargebackFacts | undefined): Payment {
  const { id, status, date_approved: paidAt, metadata } = facts;
  const state = STATES[status] ?? "pending";
  const claims = { memberId: metadata?.member ?? null, product: metadata?.product ?? null };
  return {
    id,
    state,
    paidAt: state === "paid" && paidAt ? new Date(paidAt) : null,
    centavos: centavosOf(facts.transaction_amount),
    currency: facts.currency_id,
    isLive: facts.live_mode,
    claims: { orderId: facts.external_reference ?? "", ...claims },
    returns: [...refundsOf(facts), ...(chargeback ? [disputeOf(chargeback)] : [])],
  };
}

/** A refunded or charged-back payment counts as paid, because the money had arrived before. */
const STATES: Record<string, Payment["state"]> = {
  pending: "pending",
  in_process: "pending",
  authorized: "pending",
  approved: "paid",
  in_mediation: "paid",
  refunded: "paid",
  charged_back: "paid",
  rejected: "refused",
  cancelled: "expired",
};

/** Returns the refunds in the order in which they were made; their numbers grow. */
function refundsOf({ refunds }: PaymentFacts): MoneyReturn[] {
  const byNumber = (refunds ?? []).toSorted((a, b) => Number(a.id) - Number(b.id));
  return byNumber.map(({ id, amount, status }) => ({
    id,
    kind: "refund",
    centavos: centavosOf(amount),
    state: REFUND_STATES[status] ?? "requested",
    isUnnamed: true,
  }));
}

const REFUND_STATES: Record<string, MoneyReturn["state"]> = {
  approved: "done",
  rejected: "failed",
  cancelled: "failed",
};

/**
 * Converts a chargeback. The company decides whether it covers the seller, who then keeps the money; until then the
 * dispute is open.
 */
function disputeOf({ id, amount, coverage_applied: isCovered }: ChargebackFacts): MoneyReturn {
  const state = DISPUTE_STATES[String(isCovered)] ?? "open";
  return { id, kind: "dispute", centavos: centavosOf(amount), state };
}

const DISPUTE_STATES: Record<string, MoneyReturn["state"]> = { true: "won", false: "lost" };

const centavosOf = (reais: number) => Math.round(reais * 100);

const CHARGEBACK = "topic_chargebacks_wh";

/**
 * Returns what a webhook is about: a payment as its number, anything else as its kind and number. The kind is not
 * signed, but it only decides what we request from the company.
 */
export function subjectOf(kind: string | undefined, id: string): string {
  return kind === "payment" ? id : `${(kind ?? "").slice(0, 40)}/${id}`;
}

/** Reads a text of `subjectOf`. Returns undefined for anything but a payment or a chargeback. */
export function readSubject(subject: string): { paymentId: string } | { chargebackId: string } | undefined {
  const [kind = "", id] = subject.split("/", 2);
  if (id === undefined) return { paymentId: kind };
  return kind === CHARGEBACK ? { chargebackId: id } : undefined;
}

const TOLERANCE_MS = 300_000;

/**
 * Whether a signature has exactly one time, and that time lies within five minutes. The company writes it in seconds or
 * in milliseconds.
 */
export function isRecent(signature: string, now: Date): boolean {
  const parts = signature.split(",").map((part) => part.trim().split("=", 2));
  const [time, ...others] = parts
    .filter(([name]) => name?.trim().toLowerCase() === "ts")
    .map(([, value = ""]) => value);
  const number = Number(time);
  const at = number > 100_000_000_000 ? number : number * 1_000;
  return others.length === 0 && Math.abs(now.getTime() - at) <= TOLERANCE_MS;
}
