import { describe, expect, test } from "vitest";
import { reconcileAllOrders } from "../../../features/billing/reconcile-jobs.ts";
import { settleOrder } from "../../../features/billing/settle-order.ts";
import { runJobs } from "../../../testing/jobs.ts";
import { testProvider } from "../../../testing/provider-suite.ts";
import { makeSignedIn } from "../../../testing/signed-in.ts";
import { openStripeServer } from "../../../testing/stripe-server.ts";
import { openWorld } from "../../../testing/world.ts";
import { type OrderToPay, openPayments, type Webhook } from "../provider.ts";
import { labelOf } from "./stripe-rules.ts";

const ORIGIN = "https://caramelo.example";
const world = await openWorld();
const stripe = await openStripeServer();
const provider = stripe.open(ORIGIN);
world.context.payments = openPayments([provider]);
const now = () => world.context.clock.now();

describe("Stripe keeps the contract of providers:", () => {
  testProvider(world, async () => ({
    provider,
    unreachable: stripe.open(ORIGIN, { port: 1 }),
    pay: async ({ id }) => stripe.pay(id),
    expire: async ({ id }) => stripe.expire(id),
    webhook: async ({ id }) => stripe.webhook(stripe.sessionOf(id)),
    forge: (genuine) => {
      const body = JSON.parse(genuine.rawBody.toString());
      return {
        "no signature": { ...genuine, headers: {} },
        "a signature of another secret": stripe.webhook(body.data.object, { secret: "whsec_other" }),
        "an altered body": { ...genuine, rawBody: Buffer.concat([genuine.rawBody, Buffer.from(" ")]) },
        "an old signature": stripe.webhook(body.data.object, { at: new Date(now().getTime() - 302_000) }),
        "an event of the live mode": stripe.webhook(body.data.object, { livemode: true }),
      };
    },
  }));
});

/** A member who has opened the payment page of an order. */
async function makeBuyer() {
  const { id, browser } = await makeSignedIn(world, { role: "daddy" });
  const body = { product: "tokens" as const, method: "card" as const };
  const { body: checkout } = await browser.api.billing.makeOrder({ body });
  const order = await world.db
    .selectFrom("productOrder")
    .where("id", "=", checkout.order.id)
    .selectAll()
    .executeTakeFirstOrThrow();
  return { id, api: browser.api, checkout, order };
}

async function makePaidBuyer() {
  const buyer = await makeBuyer();
  stripe.pay(buyer.order.id);
  await settleOrder(world.context, buyer.order.id);
  return buyer;
}

const tokensOf = async (memberId: string) =>
  (await world.db.selectFrom("entitlement").select("tokens").where("memberId", "=", memberId).executeTakeFirst())
    ?.tokens;

const post = ({ rawBody, headers }: Webhook) =>
  world.app.inject({
    method: "POST",
    url: "/api/webhooks/stripe",
    payload: rawBody,
    headers: { "content-type": "application/json", ...headers },
  });

/** Settles an order and returns its state with the buyer's tokens. */
async function settled({ id, order }: { id: string; order: OrderToPay }) {
  await settleOrder(world.context, order.id);
  const { state } = await world.db
    .selectFrom("productOrder")
    .where("id", "=", order.id)
    .select("state")
    .executeTakeFirstOrThrow();
  return { state, tokens: await tokensOf(id) };
}

test("[D4.22][TD.05] members go to Stripe's own page, which asks for the price of the order in reais and comes back here", async () => {
  const { id, checkout, order } = await makeBuyer();
  expect(checkout).toMatchObject({ presentation: "redirect", order: { state: "pending" } });
  expect(checkout.url).toMatch(/^https:\/\/checkout\.stripe\.com\//);
  const sentRequest = stripe.api.received.find(({ headers }) => headers["idempotency-key"] === order.id);
  expect(Object.fromEntries(new URLSearchParams(sentRequest?.body))).toMatchObject({
    "line_items[0][price_data][currency]": "brl",
    "line_items[0][price_data][unit_amount]": "4700",
    client_reference_id: order.id,
    "metadata[member]": id,
    "payment_intent_data[metadata][product]": "tokens",
    success_url: `${ORIGIN}/checkout?type=tokens&order=${order.id}`,
    cancel_url: `${ORIGIN}/checkout?type=tokens`,
  });
});

test("[TD.01][D4.21] a paid page grants after its webhook made the server read the payment", async () => {
  const { id, order } = await makeBuyer();
  stripe.pay(order.id);
  await settleOrder(world.context, "00000000-0000-4000-8000-000000000000");
  expect(await tokensOf(id)).toBe(0);
  expect((await post(stripe.webhook(stripe.sessionOf(order.id)))).statusCode).toBe(200);
  await runJobs(world);
  expect(await tokensOf(id)).toBe(100);
});

test("[TD.03] a signature is right with one of several v1, five minutes at most after it was made, and once more changes nothing", async () => {
  const { id, order } = await makeBuyer();
  stripe.pay(order.id);
  const genuine = stripe.webhook(stripe.sessionOf(order.id), { at: new Date(now().getTime() - 240_000) });
  const [time, v1] = String(genuine.headers["stripe-signature"]).split(",");
  const several = [`v1=${"0".repeat(64)}`, v1, `v0=${"1".repeat(64)}`, time, `v1=${"2".repeat(64)}`].join(",");
  for (const signature of [several, several]) {
    const reply = await post({ ...genuine, headers: { "stripe-signature": signature } });
    expect(reply.statusCode).toBe(200);
  }
  await runJobs(world);
  expect(await tokensOf(id)).toBe(100);
});

test("[TD.03] webhooks in the wrong order lead to the one end: the refund's comes before the payment's", async () => {
  const { id, order } = await makeBuyer();
  stripe.pay(order.id);
  stripe.refundByHand(order.id, 4_700);
  const [refund = {}] = stripe.refundsOf(order.id);
  for (const thing of [refund, stripe.intentOf(order.id), stripe.sessionOf(order.id)]) {
    expect((await post(stripe.webhook(thing))).statusCode).toBe(200);
    await runJobs(world);
  }
  expect(await settled({ id, order })).toEqual({ state: "refunded", tokens: 0 });
});

test("a declined card is refused, and grants once the member pays with another one", async () => {
  const buyer = await makeBuyer();
  stripe.refuse(buyer.order.id);
  expect(await settled(buyer)).toEqual({ state: "refused", tokens: 0 });
  stripe.pay(buyer.order.id);
  expect(await settled(buyer)).toEqual({ state: "paid", tokens: 100 });
});

test("[D4.12] a refund of the dashboard takes its share, one that failed takes nothing, and a dispute takes all until it is won", async () => {
  const buyer = await makePaidBuyer();
  stripe.refundByHand(buyer.order.id, 940, "failed");
  expect(await settled(buyer)).toEqual({ state: "paid", tokens: 100 });
  stripe.refundByHand(buyer.order.id, 940);
  expect(await settled(buyer)).toEqual({ state: "paid", tokens: 80 });
  stripe.dispute(buyer.order.id, "warning_needs_response");
  expect(await settled(buyer)).toEqual({ state: "paid", tokens: 80 });
  stripe.dispute(buyer.order.id, "needs_response");
  expect(await settled(buyer)).toEqual({ state: "charged_back", tokens: 0 });
  stripe.dispute(buyer.order.id, "won");
  expect(await settled(buyer)).toEqual({ state: "paid", tokens: 80 });
});

test("a webhook about a dispute, which names its payment only, finds the order", async () => {
  const { id, order } = await makePaidBuyer();
  stripe.dispute(order.id, "needs_response");
  const [dispute = {}] = stripe.disputesOf(order.id);
  expect((await post(stripe.webhook(dispute))).statusCode).toBe(200);
  await runJobs(world);
  expect(await tokensOf(id)).toBe(0);
});

test("a webhook about something that is no payment of ours is taken, logged and changes nothing", async () => {
  for (const id of ["cus_1", "pi_unknown"])
    expect((await post(stripe.webhook({ id, object: "customer" }))).statusCode).toBe(200);
  world.logged.length = 0;
  await expect(provider.findOrderId?.("cus_1")).resolves.toBeUndefined();
  await runJobs(world);
  expect(world.logged.filter((line) => line.includes("a webhook named a payment of no order")).length).toBeGreaterThan(
    0,
  );
});

test("[T49] a withdrawal gives the price back once, also when Stripe has forgotten the first request's key", async () => {
  const { id, api, order } = await makePaidBuyer();
  await api.billing.withdraw({ params: { id: order.id } });
  await runJobs(world);
  expect(await settled({ id, order })).toEqual({ state: "refunded", tokens: 0 });
  const [refund] = stripe.refundsOf(order.id);
  expect(refund).toMatchObject({ amount: 4_700, metadata: { order: order.id } });
  const returnId = labelOf(refund?.metadata, "return") ?? "";
  const paymentId = stripe.intentOf(order.id).id;
  expect(await provider.refund({ orderId: order.id, paymentId, returnId, centavos: 4_700 })).toBe("asked");
  expect(stripe.refundsOf(order.id)).toHaveLength(1);
});

test("[D4.39] a refund that fails after it was done gives back what it took, its webhook says so, and it is requested again", async () => {
  const { id, api, order } = await makePaidBuyer();
  const params = { id: order.id };
  await api.billing.withdraw({ params });
  await runJobs(world);
  expect(await settled({ id, order })).toEqual({ state: "refunded", tokens: 0 });
  stripe.failRefunds(order.id);
  const [failedRefund = {}] = stripe.refundsOf(order.id);
  expect((await post(stripe.webhook(failedRefund))).statusCode).toBe(200);
  await runJobs(world);
  expect(await tokensOf(id)).toBe(100);
  expect((await api.billing.order({ params })).body).toMatchObject({
    state: "paid",
    returnedCentavos: 0,
    isReturning: false,
    withdrawUntil: expect.any(String),
  });
  expect(world.logged.filter((line) => line.includes("a refund failed after it was done"))).toHaveLength(1);
  const mails = await world.owner.selectFrom("mail").selectAll().where("kind", "=", "refund-failed").execute();
  expect(mails.map(({ bodyText }) => bodyText?.includes(order.id))).toEqual([true]);
  await reconcileAllOrders(world.context);
  await runJobs(world);
  expect(await settled({ id, order })).toEqual({ state: "refunded", tokens: 0 });
  expect(stripe.refundsOf(order.id).map(({ status }) => status)).toEqual(["failed", "succeeded"]);
});

test("a refund that cannot be is refused; one that the balance does not cover yet is tried again", async () => {
  const { order } = await makePaidBuyer();
  const paymentId = stripe.intentOf(order.id).id;
  const request = { orderId: order.id, paymentId, centavos: 4_701 };
  expect(await provider.refund({ ...request, returnId: "a".repeat(32) })).toBe("refused");
  const error = { type: "invalid_request_error", code: "balance_insufficient", message: "no balance" };
  stripe.api.failNext({ status: 200, body: EMPTY }, { status: 200, body: EMPTY }, { status: 400, body: { error } });
  await expect(provider.refund({ ...request, centavos: 1, returnId: "b".repeat(32) })).rejects.toThrow("no balance");
});
const EMPTY = { object: "list", data: [], has_more: false, url: "/" };

test("an order whose page has ended cannot be opened any more, and a page without a stored reference has no payments", async () => {
  const { order } = await makeBuyer();
  stripe.expire(order.id);
  await expect(provider.open(order)).rejects.toThrow("has ended");
  expect(await provider.listPayments({ ...order, reference: null })).toEqual([]);
});
