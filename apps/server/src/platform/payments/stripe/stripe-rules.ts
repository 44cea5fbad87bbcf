import { productNames } from "@caramelo/contract/texts/products";
import type Stripe from "stripe";
import type { MoneyReturn, OrderToPay, Payment, WebhookSubject } from "../provider.ts";

/** Stripe requires at least 30 minutes between the opening of a page and its end. */
const PAGE_EXTRA_MS = 31 * 60_000;

/**
 * Returns the payment page of an order. The result must be the same each time, because the company refuses different
 * requests under one key.
 */
export function sessionOf(order: OrderToPay, origin: string): Stripe.Checkout.SessionCreateParams {
  const { id, memberId, product, centavos, expiresAt } = order;
  const metadata = { order: id, member: memberId, product };
  const checkout = `${origin}/checkout?type=${product}`;
  const price = { currency: "brl", unit_amount: centavos, product_data: { name: productNames[product] } };
  return {
    mode: "payment",
    ui_mode: "hosted_page",
    locale: "pt-BR",
    allowed_payment_method_types: ["card"],
    adaptive_pricing: { enabled: false },
    line_items: [{ quantity: 1, price_data: price }],
    client_reference_id: id,
    metadata,
    // Refunds and disputes refer to the payment only, not to its page, so the payment carries the metadata too.
    payment_intent_data: { metadata },
    success_url: `${checkout}&order=${id}`,
    cancel_url: checkout,
    expires_at: Math.floor((expiresAt.getTime() + PAGE_EXTRA_MS) / 1_000),
  };
}

/** Returns a label that we put into the metadata of a Stripe object. */
export function labelOf(metadata: Record<string, string> | null | undefined, name: string): string | undefined {
  return metadata?.[name];
}

type Session = Stripe.Checkout.Session;
type Intent = Stripe.PaymentIntent;

/** Converts a payment page of Stripe, with the payment that was begun on it. */
export function paymentOf(session: Session, intent: Intent | undefined, returns: MoneyReturn[]): Payment {
  const { metadata, client_reference_id: orderId } = session;
  const isPaid = intent?.status === "succeeded";
  return {
    id: intent?.id ?? session.id,
    state: stateOf(session, intent),
    paidAt: isPaid ? paidAtOf(intent) : null,
    centavos: (isPaid ? intent.amount_received : session.amount_total) ?? 0,
    currency: ((isPaid ? intent.currency : session.currency) ?? "").toUpperCase(),
    isLive: session.livemode && intent?.livemode !== false,
    claims: {
      orderId: orderId ?? "",
      memberId: labelOf(metadata, "member") ?? null,
      product: labelOf(metadata, "product") ?? null,
    },
    returns,
  };
}

function stateOf({ status }: Session, intent: Intent | undefined): Payment["state"] {
  if (intent?.status === "succeeded") return "paid";
  if (status === "expired" || intent?.status === "canceled") return "expired";
  return intent?.last_payment_error ? "refused" : "pending";
}

function paidAtOf({ latest_charge: charge, created }: Intent): Date {
  return new Date((charge && typeof charge === "object" ? charge.created : created) * 1_000);
}

/** Converts the refunds and disputes of a payment. A refund that we asked for carries our id. */
export function returnsOf(refunds: Stripe.Refund[], disputes: Stripe.Dispute[]): MoneyReturn[] {
  return [
    ...refunds.map(({ id, metadata, amount, status }) => ({
      id: labelOf(metadata, "return") ?? id,
      kind: "refund" as const,
      centavos: amount,
      state: REFUND_STATES[status ?? ""] ?? ("requested" as const),
    })),
    ...disputes.flatMap(({ id, amount, status }) => {
      const state = DISPUTE_STATES[status];
      return state ? [{ id, kind: "dispute" as const, centavos: amount, state }] : [];
    }),
  ];
}

const REFUND_STATES: Record<string, MoneyReturn["state"]> = { succeeded: "done", failed: "failed", canceled: "failed" };

/** The states that are missing here are inquiries of a bank, or disputes that were prevented: no money moves. */
const DISPUTE_STATES: Record<string, MoneyReturn["state"]> = {
  needs_response: "open",
  under_review: "open",
  appeal_needs_response: "open",
  appeal_under_review: "open",
  won: "won",
  lost: "lost",
};

/** The fields of a webhook's object that are used; everything else is read again from the API. */
export type EventObject = {
  id: string;
  object: string;
  client_reference_id?: string | null | undefined;
  payment_intent?: string | null | undefined;
  metadata?: Record<string, string> | null | undefined;
};

/**
 * Returns the payment of a webhook's object, which is a page, a payment, a refund or a dispute, and its order if the
 * object names it.
 */
export function subjectOf(
  eventObject: EventObject,
  isOrderId: (text: string | undefined) => text is string,
): WebhookSubject {
  const orderId = eventObject.client_reference_id ?? labelOf(eventObject.metadata, "order");
  return { paymentId: eventObject.payment_intent ?? eventObject.id, ...(isOrderId(orderId) && { orderId }) };
}
