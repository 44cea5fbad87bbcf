import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { openPayments, type Webhook } from "../../platform/payments/provider.ts";
import { runJobs } from "../../testing/jobs.ts";
import { openMercadoPagoServer } from "../../testing/mercadopago-server.ts";
import { makeOrder } from "../../testing/orders.ts";
import { makeMember } from "../../testing/people.ts";
import { openStripeServer } from "../../testing/stripe-server.ts";
import { openWorld } from "../../testing/world.ts";
import { changePayment, findPaymentOfOrder, readWebhookSecret } from "../sandbox/queries.ts";
import { SIGNATURE_HEADER, signWebhook } from "../sandbox/rules.ts";
import { SANDBOX } from "../sandbox/sandbox-provider.ts";
import { changeOrder } from "./order-queries.ts";

const ORIGIN = "https://caramelo.example";
const world = await openWorld();
const stripe = await openStripeServer({ mode: "live" });
const mercadoPago = await openMercadoPagoServer({ isLive: true });
world.context.payments = openPayments([
  ...world.context.payments.providers,
  stripe.open(ORIGIN),
  mercadoPago.open(ORIGIN),
]);

type Order = Awaited<ReturnType<typeof makeOrder>>;
type Forgery = (target: Order, otherOrder: Order) => Promise<Webhook> | Webhook;
type Swindle = (target: Order, otherOrder: Order) => Promise<unknown> | unknown;
type Forger = {
  /** The buyer pays at the company. */
  pay: (order: Order) => Promise<unknown> | unknown;
  /** What the company sends about an order. */
  genuine: (order: Order) => Promise<Webhook> | Webhook;
  /** Webhooks that the company did not send, about the unpaid order `target`; `otherOrder` is paid. */
  webhooks: Record<string, Forgery>;
  /** What was changed in a payment before the company sent its webhook. */
  payments: Record<string, Swindle>;
};

const ago = (ms: number) => new Date(world.context.clock.now().getTime() - ms);
const OLD_MS = 302_000;

type Sign = (body: string, options?: { secret?: string; at?: Date }) => Webhook;
type SignedForgery = { header: string; sign: Sign; bodyOf: (order: { id: string }) => Promise<string> | string };

/** What can be wrong with a webhook whose body is signed as `t=…,v1=…`. */
function forgeSigned({ header, sign, bodyOf }: SignedForgery): Record<string, Forgery> {
  const withSignature = (webhook: Webhook, change: (signature: string) => string): Webhook => {
    return { ...webhook, headers: { [header]: change(String(webhook.headers[header])) } };
  };
  const genuine = async (order: { id: string }) => sign(await bodyOf(order));
  const withChange = (change: (signature: string) => string) => async (target: Order) =>
    withSignature(await genuine(target), change);
  return {
    "no signature": async (target) => ({ ...(await genuine(target)), headers: {} }),
    "an empty signature": withChange(() => ""),
    "a text that is no signature": withChange(() => "true"),
    "a signature without a time": withChange((signature) => signature.replace(/t=\d+,/, "")),
    "a time without a signature": withChange((signature) => signature.replace(/,v1=.*/, "")),
    "another way of signing": withChange((signature) => signature.replace("v1=", "v0=")),
    "zeros as a signature": withChange((signature) => signature.replace(/v1=.*/, `v1=${"0".repeat(64)}`)),
    "the secret of somebody else": async (target) => sign(await bodyOf(target), { secret: "whsec_somebodyelse" }),
    "an altered body": async (target) => {
      const webhook = await genuine(target);
      return { ...webhook, rawBody: Buffer.from(webhook.rawBody.toString().replace("{", "{ ")) };
    },
    "no body": async (target) => ({ ...(await genuine(target)), rawBody: Buffer.alloc(0) }),
    "swapped ids: the signature of another order's webhook": async (target, otherOrder) => ({
      ...(await genuine(target)),
      headers: (await genuine(otherOrder)).headers,
    }),
    "an old time": async (target) => sign(await bodyOf(target), { at: ago(OLD_MS) }),
    "an old signature under a new time": async (target) => {
      const time = Math.floor(ago(0).getTime() / 1_000);
      return withSignature(sign(await bodyOf(target), { at: ago(OLD_MS) }), (text) => text.replace(/\d+/, `${time}`));
    },
    "an order that is not there": async () => genuine({ id: randomUUID() }),
  };
}

const sandboxKey = await readWebhookSecret(world.db);
const sandboxToken = async ({ id }: { id: string }) => (await findPaymentOfOrder(world.db, id))?.id ?? "none";
const changeSandbox = async ({ id }: Order, changes: { centavos?: number; product?: "highlight"; memberId?: string }) =>
  world.owner.updateTable("sandboxPayment").set(changes).where("orderId", "=", id).execute();

const sandboxSigned: SignedForgery = {
  header: SIGNATURE_HEADER,
  bodyOf: async (order) => JSON.stringify({ orderId: order.id, paymentId: await sandboxToken(order) }),
  sign: (body, { secret, at = ago(0) } = {}) => {
    const rawBody = Buffer.from(body);
    return {
      rawBody,
      headers: { [SIGNATURE_HEADER]: signWebhook(rawBody, secret ? Buffer.from(secret) : sandboxKey, at) },
    };
  },
};

const stripeObject = (order: { id: string }): object => ({
  id: `cs_live_${order.id}`,
  object: "checkout.session",
  status: "complete",
  payment_status: "paid",
  client_reference_id: order.id,
});
const stripeSigned: SignedForgery = {
  header: "stripe-signature",
  bodyOf: (order) => stripe.webhook(stripeObject(order)).rawBody.toString(),
  sign: (body, options = {}) => stripe.webhook(JSON.parse(body).data.object, options),
};

const paymentNumber = ({ id }: Order) => String(mercadoPago.paymentOf(id).id);
/** A webhook about the payment of `otherOrder`, because the target has none. */
const about = (_: Order, otherOrder: Order) => mercadoPago.webhook(paymentNumber(otherOrder));
const withHeader = (webhook: Webhook, change: (signature: string) => string): Webhook => ({
  ...webhook,
  headers: { ...webhook.headers, "x-signature": change(String(webhook.headers["x-signature"])) },
});

const forgers: Record<string, Forger> = {
  [SANDBOX]: {
    pay: async (order) => changePayment(world.db, await sandboxToken(order), "paid", ago(0)),
    genuine: async (order) => sandboxSigned.sign(await sandboxSigned.bodyOf(order)),
    webhooks: {
      ...forgeSigned(sandboxSigned),
      "the signature of another company": async (target) =>
        sandboxSigned.sign(await sandboxSigned.bodyOf(target), { secret: stripe.webhookSecret }),
    },
    payments: {
      "another amount": (target) => changeSandbox(target, { centavos: 1 }),
      "another product": (target) => changeSandbox(target, { product: "highlight" }),
      "another buyer": (target, { memberId }) => changeSandbox(target, { memberId }),
      "a test payment for an order of real money": async ({ id }) =>
        world.owner.updateTable("productOrder").set({ isLive: true }).where("id", "=", id).execute(),
    },
  },
  stripe: {
    pay: ({ id }) => stripe.pay(id),
    genuine: ({ id }) => stripe.webhook(stripe.sessionOf(id)),
    webhooks: {
      ...forgeSigned(stripeSigned),
      "a test event in live": (target) => stripe.webhook(stripeObject(target), { livemode: false }),
      "the signature of another company": (target) =>
        stripe.webhook(stripeObject(target), { secret: mercadoPago.webhookSecret }),
      "the order of another company": async (target) => {
        const order = await makeOrder(world, { id: target.memberId, role: "daddy" });
        return stripe.webhook(stripeObject(order));
      },
    },
    payments: {
      "another amount": ({ id }) => Object.assign(stripe.intentOf(id), { amount_received: 1 }),
      "another currency": ({ id }) => Object.assign(stripe.intentOf(id), { currency: "ars" }),
      "another product": ({ id }) => Object.assign(stripe.sessionOf(id).metadata, { product: "highlight" }),
      "another buyer": ({ id }, { memberId }) => Object.assign(stripe.sessionOf(id).metadata, { member: memberId }),
      "a test page in live": ({ id }) => Object.assign(stripe.sessionOf(id), { livemode: false }),
      "a test payment in live": ({ id }) => Object.assign(stripe.intentOf(id), { livemode: false }),
      "the page of another order": ({ id }, otherOrder) =>
        changeOrder(world.db, id, { reference: stripe.sessionOf(otherOrder.id).id }),
    },
  },
  mercadopago: {
    pay: ({ id }) => mercadoPago.pay(id),
    genuine: (order) => mercadoPago.webhook(paymentNumber(order)),
    webhooks: {
      "no signature": (...orders) => ({ ...about(...orders), headers: { "x-request-id": randomUUID() } }),
      "an empty signature": (...orders) => withHeader(about(...orders), () => ""),
      "a text that is no signature": (...orders) => withHeader(about(...orders), () => "true"),
      "a signature without a time": (...orders) => withHeader(about(...orders), (text) => text.replace(/ts=\d+,/, "")),
      "a time without a signature": (...orders) => withHeader(about(...orders), (text) => text.replace(/,v1=.*/, "")),
      "another way of signing": (...orders) => withHeader(about(...orders), (text) => text.replace("v1=", "v2=")),
      "zeros as a signature": (...orders) =>
        withHeader(about(...orders), (text) => text.replace(/v1=.*/, `v1=${"0".repeat(64)}`)),
      "the secret of somebody else": (_, otherOrder) =>
        mercadoPago.webhook(paymentNumber(otherOrder), { secret: "else" }),
      "the signature of another company": (_, otherOrder) =>
        mercadoPago.webhook(paymentNumber(otherOrder), { secret: stripe.webhookSecret }),
      "swapped ids": (_, otherOrder) => {
        const webhook = mercadoPago.webhook("1");
        return { ...webhook, query: { ...webhook.query, "data.id": paymentNumber(otherOrder) } };
      },
      "the id in the body only": (...orders) => ({ ...about(...orders), query: { type: "payment" } }),
      "the request of another webhook": (...orders) => {
        const webhook = about(...orders);
        return { ...webhook, headers: { ...webhook.headers, "x-request-id": randomUUID() } };
      },
      "no request": (...orders) => {
        const { "x-signature": signature } = about(...orders).headers;
        return { ...about(...orders), headers: { "x-signature": signature } };
      },
      "an id that is no number": (_, otherOrder) => mercadoPago.webhook(`${paymentNumber(otherOrder)};x:1`),
      "an old time": (_, otherOrder) => mercadoPago.webhook(paymentNumber(otherOrder), { at: ago(OLD_MS) }),
      "an old time in milliseconds": (_, otherOrder) =>
        mercadoPago.webhook(paymentNumber(otherOrder), { at: ago(OLD_MS), unit: "ms" }),
      "an old signature under a new time": (_, otherOrder) =>
        withHeader(mercadoPago.webhook(paymentNumber(otherOrder), { at: ago(OLD_MS) }), (text) =>
          text.replace(/\d+/, `${Math.floor(ago(0).getTime() / 1_000)}`),
        ),
      "an old signature beside a new time": (_, otherOrder) =>
        withHeader(
          mercadoPago.webhook(paymentNumber(otherOrder), { at: ago(OLD_MS) }),
          (text) => `ts=${Math.floor(ago(0).getTime() / 1_000)},${text}`,
        ),
    },
    payments: {
      "another amount": ({ id }) => Object.assign(mercadoPago.paymentOf(id), { transaction_amount: 0.01 }),
      "another currency": ({ id }) => Object.assign(mercadoPago.paymentOf(id), { currency_id: "ARS" }),
      "another product": ({ id }) => Object.assign(mercadoPago.paymentOf(id).metadata, { product: "highlight" }),
      "another buyer": ({ id }, { memberId }) =>
        Object.assign(mercadoPago.paymentOf(id).metadata, { member: memberId }),
      "a test payment in live": ({ id }) => Object.assign(mercadoPago.paymentOf(id), { live_mode: false }),
      "an order that is not there": ({ id }) =>
        Object.assign(mercadoPago.paymentOf(id), { external_reference: randomUUID() }),
    },
  },
};

/** Makes a new member's order and opens it at the provider. */
async function makeOpened(provider: string): Promise<Order> {
  const { id } = await makeMember(world.owner, { role: "daddy" });
  const adapter = world.context.payments.byName(provider);
  const [method = "pix"] = adapter.methods;
  const order = await makeOrder(world, { id, role: "daddy" }, { provider, method });
  const { reference } = await adapter.open(order);
  if (reference !== undefined) await changeOrder(world.db, order.id, { reference });
  return order;
}

const send = (provider: string, { rawBody, headers, query }: Webhook) =>
  world.app.inject({
    method: "POST",
    url: `/api/webhooks/${provider}`,
    query: query ?? {},
    payload: rawBody,
    headers: { "content-type": "application/json", ...headers },
  });

async function expectNothingGranted({ id, memberId }: Order): Promise<void> {
  const entries = world.db.selectFrom("ledgerEntry").where("orderId", "=", id).select("id");
  expect(await entries.execute()).toEqual([]);
  const entitlement = world.db.selectFrom("entitlement").where("memberId", "=", memberId).select("tokens");
  expect(await entitlement.executeTakeFirst()).toEqual({ tokens: 0 });
}

const hasLogged = (...messages: string[]) =>
  world.logged.some((line) => messages.some((message) => line.includes(message)));

describe.each(Object.entries(forgers))("[D4.21][TD.02] at %s", (provider, forger) => {
  test("a webhook that the company sent grants what was paid", async () => {
    const order = await makeOpened(provider);
    await forger.pay(order);
    expect((await send(provider, await forger.genuine(order))).statusCode).toBe(200);
    await runJobs(world);
    const entitlement = world.db.selectFrom("entitlement").where("memberId", "=", order.memberId).select("tokens");
    expect(await entitlement.executeTakeFirst()).toEqual({ tokens: 100 });
  });

  test.each(Object.entries(forger.webhooks))(
    "a webhook with %s is refused, logged and grants nothing",
    async (_, forge) => {
      const [target, otherOrder] = [await makeOpened(provider), await makeOpened(provider)];
      await forger.pay(otherOrder);
      world.logged.length = 0;
      expect((await send(provider, await forge(target, otherOrder))).statusCode).toBe(403);
      expect(hasLogged("refused a webhook")).toBe(true);
      await runJobs(world);
      await expectNothingGranted(target);
      await expectNothingGranted(otherOrder);
    },
  );

  test.each(Object.entries(forger.payments))("a payment with %s is logged and grants nothing", async (_, change) => {
    const [target, otherOrder] = [await makeOpened(provider), await makeOpened(provider)];
    await forger.pay(otherOrder);
    await forger.pay(target);
    const webhook = forger.genuine(target);
    await change(target, otherOrder);
    world.logged.length = 0;
    expect((await send(provider, await webhook)).statusCode).toBe(200);
    await runJobs(world);
    expect(hasLogged("a payment does not fit its order", "a webhook named a payment of no order")).toBe(true);
    await expectNothingGranted(target);
  });
});

test("[D4.21] sixty ways to forge are tried at least", () => {
  const count = Object.values(forgers).flatMap(({ webhooks, payments }) => [
    ...Object.keys(webhooks),
    ...Object.keys(payments),
  ]);
  expect(count.length).toBeGreaterThanOrEqual(60);
});
