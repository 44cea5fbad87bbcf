import Stripe from "stripe";
import * as z from "zod";
import { isUuid } from "../../ids.ts";
import type { MoneyReturn, OrderToPay, Payment, PaymentProvider, Webhook } from "../provider.ts";
import { labelOf, paymentOf, returnsOf, sessionOf, subjectOf } from "./stripe-rules.ts";

const TIMEOUT_MS = 10_000;
const SIGNATURE_TOLERANCE_SECONDS = 300;
/** A payment cannot have this many refunds or disputes. */
const RETURNS_MAX = 1_000;

type Options = {
  secretKey: string;
  webhookSecret: string;
  /** The address of the site, to which members return after paying. */
  origin: string;
  /** The address of the API, if it is not Stripe's own. */
  api?: { protocol: "http"; host: string; port: number };
};

/** Stripe: members pay by card on its own page. */
export function openStripe({ secretKey, webhookSecret, origin, api }: Options): PaymentProvider {
  const stripe = new Stripe(secretKey, { telemetry: false, timeout: TIMEOUT_MS, maxNetworkRetries: 1, ...api });
  const isLive = /^(?:sk|rk)_live_/.test(secretKey);
  return {
    name: "stripe",
    methods: ["card"],
    presentation: "redirect",
    isLive,
    open: async (order) => {
      const { url, id } = await openSession(stripe, order, origin);
      if (!url) throw new Error("the payment page of the order has ended");
      return { url, reference: id };
    },
    listPayments: (order) => listPayments(stripe, order),
    refund: (request) => refund(stripe, request),
    readWebhook: async (webhook, now) => {
      const event = readEvent(stripe, webhook, webhookSecret, now);
      // More people know the keys of the test mode, and its cards are free, so its events must not count in live mode.
      if (event?.livemode !== isLive) return undefined;
      return [subjectOf(event.data.object, isUuid)];
    },
    findOrderId: async (paymentId) => {
      if (!paymentId.startsWith("pi_")) return undefined;
      return labelOf((await stripe.paymentIntents.retrieve(paymentId)).metadata, "order");
    },
  };
}

/** Opens the payment page of an order. A repeated call, even at the same time, returns the same page. */
function openSession(stripe: Stripe, order: OrderToPay, origin: string): Promise<Stripe.Checkout.Session> {
  if (order.reference) return stripe.checkout.sessions.retrieve(order.reference);
  return stripe.checkout.sessions.create(sessionOf(order, origin), { idempotencyKey: order.id });
}

async function listPayments(stripe: Stripe, { reference }: OrderToPay): Promise<Payment[]> {
  // A page whose reference was not stored was never shown.
  if (!reference) return [];
  const expand = ["payment_intent.latest_charge"];
  const session = await stripe.checkout.sessions.retrieve(reference, { expand });
  const intent = typeof session.payment_intent === "object" ? session.payment_intent : null;
  const returns = intent?.status === "succeeded" ? await listReturns(stripe, intent.id) : [];
  return [paymentOf(session, intent ?? undefined, returns)];
}

async function listReturns(stripe: Stripe, payment_intent: string): Promise<MoneyReturn[]> {
  const of = { payment_intent, limit: 100 };
  const [refunds, disputes] = await Promise.all([
    stripe.refunds.list(of).autoPagingToArray({ limit: RETURNS_MAX }),
    stripe.disputes.list(of).autoPagingToArray({ limit: RETURNS_MAX }),
  ]);
  return returnsOf(refunds, disputes);
}

type Refund = Parameters<PaymentProvider["refund"]>[0];

async function refund(
  stripe: Stripe,
  { orderId, paymentId, returnId, centavos }: Refund,
): Promise<"asked" | "refused"> {
  // The company forgets idempotency keys after a day, but a job may try for longer, so we look for the refund first.
  if ((await listReturns(stripe, paymentId)).some(({ id }) => id === returnId)) return "asked";
  const metadata = { order: orderId, return: returnId };
  try {
    const refundRequest = { payment_intent: paymentId, amount: centavos, metadata };
    await stripe.refunds.create(refundRequest, { idempotencyKey: returnId });
    return "asked";
  } catch (error) {
    const isRefused = error instanceof Stripe.errors.StripeInvalidRequestError && error.code !== "balance_insufficient";
    if (isRefused) return "refused";
    throw error;
  }
}

const text = z.string().nullish().catch(null);
const Event = z.object({
  livemode: z.boolean(),
  data: z.object({
    object: z.object({
      id: z.string().max(255).catch(""),
      object: z.string(),
      client_reference_id: text,
      payment_intent: text,
      metadata: z.record(z.string(), z.string()).nullish().catch(null),
    }),
  }),
});

/** Returns the event of a webhook; undefined when Stripe did not sign it within the last five minutes. */
function readEvent(stripe: Stripe, { rawBody, headers }: Webhook, secret: string, now: Date) {
  try {
    const signature = String(headers["stripe-signature"] ?? "");
    const tolerance = SIGNATURE_TOLERANCE_SECONDS;
    const event = stripe.webhooks.constructEvent(rawBody, signature, secret, tolerance, undefined, now.getTime());
    return Event.safeParse(event).data;
  } catch {
    return undefined;
  }
}
