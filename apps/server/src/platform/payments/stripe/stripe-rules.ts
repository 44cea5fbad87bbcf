import { productNames } from "@caramelo/contract/texts/products";
import type Stripe from "stripe";
import type { MoneyReturn, OrderToPay, Payment, WebhookSubject } from "../provider.ts";

/** Stripe asks for 30 minutes at least between the opening of a page and its end. */
const PAGE_EXTRA_MS = 31 * 60_000;

/** The payment page of an order. It says the same whenever it is asked for: the company refuses anything else under one key. */
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
    // Refunds and disputes know the payment only, not its page.
    payment_intent_data: { metadata },
    success_url: `${checkout}&order=${id}`,
    cancel_url: checkout,
    expires_at: Math.floor((expiresAt.getTime() + PAGE_EXTRA_MS) / 1_000),
  };
}

/** What we wrote on a thing of Stripe's. */
export function labelOf(metadata: Record<string, string> | null | undefined, name: string): string | undefined {
  return metadata?.[name];
}

type Session = Stripe.Checkout.Session;
type Intent = Stripe.PaymentIntent;

/** What Stripe says of a payment page, with the payment that was begun on it. */
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

/** The refunds and disputes of a payment; a refund that we asked for carries our id. */
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

/** The others are questions of a bank, or disputes that were prevented: no money moves. */
const DISPUTE_STATES: Record<string, MoneyReturn["state"]> = {
  needs_response: "open",
  under_review: "open",
  appeal_needs_response: "open",
  appeal_under_review: "open",
  won: "won",
  lost: "lost",
};

/** What a webhook's object says of itself; everything else is read again. */
export type EventObject = {
  id: string;
  object: string;
  client_reference_id?: string | null | undefined;
  payment_intent?: string | null | undefined;
  metadata?: Record<string, string> | null | undefined;
};

/** The payment and, where it says so, the order of a webhook's object: a page, a payment, a refund or a dispute. */
export function subjectOf(
  eventObject: EventObject,
  isOrderId: (text: string | undefined) => text is string,
): WebhookSubject {
  const orderId = eventObject.client_reference_id ?? labelOf(eventObject.metadata, "order");
  return { paymentId: eventObject.payment_intent ?? eventObject.id, ...(isOrderId(orderId) && { orderId }) };
}
