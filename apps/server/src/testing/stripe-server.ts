import { randomBytes } from "node:crypto";
import Stripe from "stripe";
import type { Webhook } from "../platform/payments/provider.ts";
import { openStripe } from "../platform/payments/stripe/stripe-provider.ts";
import { type ApiAnswer, type ApiRequest, openLocalApi } from "./local-api.ts";

type Metadata = Record<string, string>;
type Intent = {
  id: string;
  object: "payment_intent";
  status: string;
  amount: number;
  amount_received: number;
  currency: string;
  created: number;
  livemode: boolean;
  last_payment_error: object | null;
  metadata: Metadata;
};
type Session = {
  id: string;
  object: "checkout.session";
  status: string;
  url: string | null;
  amount_total: number;
  currency: string;
  livemode: boolean;
  client_reference_id: string | null;
  payment_intent: string | null;
  metadata: Metadata;
};
type Refund = {
  id: string;
  object: "refund";
  amount: number;
  status: string;
  payment_intent: string;
  metadata: Metadata;
};
type Dispute = {
  id: string;
  object: "dispute";
  amount: number;
  status: string;
  payment_intent: string;
  metadata: Metadata;
};

const idOf = (kind: string) => `${kind}_${randomBytes(12).toString("hex")}`;
const seconds = () => Math.floor(Date.now() / 1_000);
const refusal = (message: string, type = "invalid_request_error", code?: string): ApiAnswer => ({
  status: 400,
  body: { error: { type, message, code } },
});
const list = (data: object[]): ApiAnswer => ({
  status: 200,
  body: { object: "list", data, has_more: false, url: "/" },
});

/**
 * Stripe on this machine: the part of its API that the product uses, and functions for what its dashboard and the
 * members' banks may do.
 */
export async function openStripeServer({ mode = "test" }: { mode?: "test" | "live" } = {}) {
  const secretKey = `sk_${mode}_${randomBytes(12).toString("hex")}`;
  const webhookSecret = `whsec_${randomBytes(12).toString("hex")}`;
  const livemode = mode === "live";
  const sessions: Session[] = [];
  const intents: Intent[] = [];
  const refunds: Refund[] = [];
  const disputes: Dispute[] = [];
  const knownAnswers = new Map<string, { body: string; answer: ApiAnswer }>();
  const signer = new Stripe(secretKey);

  const api = await openLocalApi((request) => {
    if (request.headers.authorization !== `Bearer ${secretKey}`) return { status: 401, body: { error: { type: "" } } };
    return request.method === "POST" ? judgeOnce(request) : read(request);
  });

  /** A repeated idempotency key gets the first answer again, and must come with the same request. */
  function judgeOnce(request: ApiRequest): ApiAnswer {
    const key = String(request.headers["idempotency-key"]);
    const before = knownAnswers.get(key);
    if (before && before.body !== request.body) return refusal("the key was used otherwise", "idempotency_error");
    const answer = before?.answer ?? write(request.url.pathname, new URLSearchParams(request.body));
    knownAnswers.set(key, { body: request.body, answer });
    return answer;
  }

  function write(path: string, form: URLSearchParams): ApiAnswer {
    if (path === "/v1/checkout/sessions") return addSession(form);
    if (path === "/v1/refunds") return addRefund(form);
    return { status: 404, body: { error: { type: "invalid_request_error", message: path } } };
  }

  function addSession(form: URLSearchParams): ApiAnswer {
    const wait = Number(form.get("expires_at")) - seconds();
    if (wait < 1_800 || wait > 86_400) return refusal("expires_at must be 30 minutes to 24 hours away");
    const amount = Number(form.get("line_items[0][price_data][unit_amount]"));
    const names = ["mode", "ui_mode", "success_url", "cancel_url", "line_items[0][price_data][product_data][name]"];
    if (!(amount > 0) || names.some((name) => !form.get(name))) return refusal("something is missing");
    const id = idOf(`cs_${mode}`);
    sessions.push({
      id,
      object: "checkout.session",
      status: "open",
      url: `https://checkout.stripe.com/c/pay/${id}`,
      amount_total: amount,
      currency: form.get("line_items[0][price_data][currency]") ?? "",
      livemode,
      client_reference_id: form.get("client_reference_id"),
      payment_intent: null,
      metadata: metadataOf(form, "metadata"),
    });
    intentMetadata.set(id, metadataOf(form, "payment_intent_data[metadata]"));
    return { status: 200, body: sessions.at(-1) };
  }
  const intentMetadata = new Map<string, Metadata>();

  function addRefund(form: URLSearchParams): ApiAnswer {
    const intent = intents.find(({ id }) => id === form.get("payment_intent"));
    const amount = Number(form.get("amount"));
    const own = refunds.filter((refund) => refund.payment_intent === intent?.id && refund.status !== "failed");
    const goneAmount = own.reduce((sum, refund) => sum + refund.amount, 0);
    if (!intent || goneAmount + amount > intent.amount_received)
      return refusal("too much", undefined, "amount_too_large");
    const metadata = metadataOf(form, "metadata");
    const facts = { object: "refund" as const, amount, status: "succeeded", payment_intent: intent.id, metadata };
    refunds.push({ id: idOf("re"), ...facts });
    return { status: 200, body: refunds.at(-1) };
  }

  function read({ url: { pathname, searchParams } }: ApiRequest): ApiAnswer {
    const of = <T extends { payment_intent: string }>(all: T[]) =>
      list(all.filter((item) => item.payment_intent === searchParams.get("payment_intent")));
    if (pathname === "/v1/refunds") return of(refunds);
    if (pathname === "/v1/disputes") return of(disputes);
    const [, kind, id] = /^\/v1\/(checkout\/sessions|payment_intents)\/(\w+)$/.exec(pathname) ?? [];
    const intent = (intentId: string | null | undefined) => {
      const foundIntent = intents.find((intent) => intent.id === intentId);
      return (
        foundIntent && {
          ...foundIntent,
          latest_charge: { id: idOf("ch"), object: "charge", created: foundIntent.created },
        }
      );
    };
    const session = sessions.find((session) => session.id === id);
    const foundObject =
      kind === "payment_intents"
        ? intent(id)
        : session && { ...session, payment_intent: intent(session.payment_intent) };
    return foundObject
      ? { status: 200, body: foundObject }
      : { status: 404, body: { error: { type: "invalid_request_error" } } };
  }

  /** Returns the page that was opened for an order. */
  function sessionOf(orderId: string): Session {
    const session = sessions.find((session) => session.client_reference_id === orderId);
    if (!session) throw new Error("Stripe has no page of this order");
    return session;
  }

  /** Returns the payment of an order, and begins it if there is none, as a member's first attempt does. */
  function intentOf(orderId: string): Intent {
    const session = sessionOf(orderId);
    const foundIntent = intents.find(({ id }) => id === session.payment_intent);
    if (foundIntent) return foundIntent;
    const { amount_total: amount, currency } = session;
    const newIntent = { status: "requires_payment_method", amount, amount_received: 0, currency, created: seconds() };
    const metadata = intentMetadata.get(session.id) ?? {};
    const intent = { id: idOf("pi"), object: "payment_intent" as const, ...newIntent, livemode, metadata };
    intents.push({ ...intent, last_payment_error: null });
    session.payment_intent = intent.id;
    return intentOf(orderId);
  }

  return {
    api,
    secretKey,
    webhookSecret,
    sessionOf,
    intentOf,
    /** The product's adapter, connected to this company. */
    open: (origin: string, changes: { secretKey?: string; port?: number } = {}) =>
      openStripe({
        secretKey: changes.secretKey ?? secretKey,
        webhookSecret,
        origin,
        api: { protocol: "http", host: "127.0.0.1", port: changes.port ?? api.port },
      }),
    pay(orderId: string): void {
      const intent = intentOf(orderId);
      Object.assign(intent, { status: "succeeded", amount_received: intent.amount });
      Object.assign(sessionOf(orderId), { status: "complete", url: null });
    },
    refuse: (orderId: string) =>
      void Object.assign(intentOf(orderId), { last_payment_error: { code: "card_declined" } }),
    expire: (orderId: string) => void Object.assign(sessionOf(orderId), { status: "expired", url: null }),
    /** Makes a refund as the operator would in the dashboard. */
    refundByHand(orderId: string, amount: number, status = "succeeded"): void {
      const facts = { object: "refund" as const, amount, status, payment_intent: intentOf(orderId).id, metadata: {} };
      refunds.push({ id: idOf("re"), ...facts });
    },
    /** Makes a refund fail, because the payer's card no longer accepts money: the refunded amount comes back. */
    failRefunds(orderId: string): void {
      for (const refund of refunds) if (refund.payment_intent === intentOf(orderId).id) refund.status = "failed";
    },
    /** Opens a dispute as the payer's bank would, or moves it on. */
    dispute(orderId: string, status: string): void {
      const { id: payment_intent, amount } = intentOf(orderId);
      const open = disputes.find((dispute) => dispute.payment_intent === payment_intent);
      if (open) open.status = status;
      else disputes.push({ id: idOf("du"), object: "dispute", amount, status, payment_intent, metadata: {} });
    },
    /** Returns the webhook about an object of the API, signed as Stripe does. */
    webhook(object: object, options: { at?: Date; secret?: string; livemode?: boolean } = {}): Webhook {
      const { at = new Date(), secret = webhookSecret } = options;
      const event = { id: idOf("evt"), object: "event", type: "any", livemode: options.livemode ?? livemode };
      const payload = JSON.stringify({ ...event, data: { object } });
      const timestamp = Math.floor(at.getTime() / 1_000);
      const signature = signer.webhooks.generateTestHeaderString({ payload, secret, timestamp });
      return { rawBody: Buffer.from(payload), headers: { "stripe-signature": signature } };
    },
    disputesOf: (orderId: string) => disputes.filter((dispute) => dispute.payment_intent === intentOf(orderId).id),
    refundsOf: (orderId: string) => refunds.filter((refund) => refund.payment_intent === intentOf(orderId).id),
  };
}

function metadataOf(form: URLSearchParams, prefix: string): Metadata {
  return Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      name.startsWith(`${prefix}[`) ? [[name.slice(prefix.length + 1, -1), value]] : [],
    ),
  );
}
