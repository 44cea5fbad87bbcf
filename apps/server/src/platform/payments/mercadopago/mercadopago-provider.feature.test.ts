import { describe, expect, test } from "vitest";
import { settleOrder } from "../../../features/billing/settle-order.ts";
import { runJobs } from "../../../testing/jobs.ts";
import { openMercadoPagoServer } from "../../../testing/mercadopago-server.ts";
import { testProvider } from "../../../testing/provider-suite.ts";
import { makeSignedIn } from "../../../testing/signed-in.ts";
import { openWorld } from "../../../testing/world.ts";
import { type OrderToPay, openPayments, type Webhook } from "../provider.ts";

const ORIGIN = "https://caramelo.example";
const world = await openWorld();
const company = await openMercadoPagoServer();
const provider = company.open(ORIGIN);
world.context.payments = openPayments([provider]);
const now = () => world.context.clock.now();
const numberOf = ({ id }: { id: string }) => String(company.paymentOf(id).id);

describe("Mercado Pago keeps the contract of providers:", () => {
  testProvider(world, async () => ({
    provider,
    unreachable: company.open(ORIGIN, { accessToken: company.UNREACHABLE }),
    pay: async ({ id }) => void company.pay(id),
    expire: async ({ id }) => void company.expire(id),
    webhook: async (order) => company.webhook(numberOf(order)),
    forge: (genuine) => {
      const id = genuine.query?.["data.id"] ?? "";
      const query = { ...genuine.query };
      const signature = String(genuine.headers["x-signature"]);
      const old = company.webhook(id, { at: new Date(now().getTime() - 302_000) });
      const fresh = `ts=${Math.floor(now().getTime() / 1_000)}`;
      return {
        "no signature": { ...genuine, headers: {} },
        "a signature of another secret": company.webhook(id, { secret: "other" }),
        "another payment": { ...genuine, query: { ...query, "data.id": `${id}1` } },
        "another request": { ...genuine, headers: { ...genuine.headers, "x-request-id": "other" } },
        "no request": { ...genuine, headers: { "x-signature": signature } },
        "no payment": { ...genuine, query: {} },
        "parts that make the same signed text": {
          ...genuine,
          headers: { "x-signature": signature },
          query: { ...query, "data.id": `${id};request-id:${String(genuine.headers["x-request-id"])}` },
        },
        "an old signature": old,
        "an old signature with a new time before it": {
          ...old,
          headers: { ...old.headers, "x-signature": `${fresh},${String(old.headers["x-signature"])}` },
        },
        "an old signature in milliseconds": company.webhook(id, {
          at: new Date(now().getTime() - 302_000),
          unit: "ms",
        }),
      };
    },
  }));
});

async function makeBuyer(method: "pix" | "card" = "pix") {
  const { id, browser } = await makeSignedIn(world, { role: "daddy" });
  const { body: checkout } = await browser.api.billing.makeOrder({ body: { product: "tokens", method } });
  const order = await world.db
    .selectFrom("productOrder")
    .where("id", "=", checkout.order.id)
    .selectAll()
    .executeTakeFirstOrThrow();
  return { id, api: browser.api, checkout, order };
}

async function makePaidBuyer() {
  const buyer = await makeBuyer();
  company.pay(buyer.order.id);
  await settleOrder(world.context, buyer.order.id);
  return buyer;
}

const tokensOf = async (memberId: string) =>
  (await world.db.selectFrom("entitlement").select("tokens").where("memberId", "=", memberId).executeTakeFirst())
    ?.tokens;

const post = ({ rawBody, headers, query }: Webhook) =>
  world.app.inject({
    method: "POST",
    url: "/api/webhooks/mercadopago",
    query: query ?? {},
    payload: rawBody,
    headers: { "content-type": "application/json", ...headers },
  });

async function settled({ id, order }: { id: string; order: OrderToPay }) {
  await settleOrder(world.context, order.id);
  const { state } = await world.db
    .selectFrom("productOrder")
    .where("id", "=", order.id)
    .select("state")
    .executeTakeFirstOrThrow();
  return { state, tokens: await tokensOf(id) };
}

test("[D4.22][TD.05] members go to Mercado Pago's own page, which asks for the price of the order by the way that they chose", async () => {
  const { id, checkout, order } = await makeBuyer("card");
  expect(checkout).toMatchObject({ presentation: "redirect", order: { state: "pending" } });
  expect(checkout.url).toMatch(/^https:\/\/www\.mercadopago\.com\.br\//);
  const sentRequest = company.api.received.find(({ headers }) => headers["x-idempotency-key"] === order.id);
  const excluded = ["bank_transfer", "ticket", "atm"].map((type) => ({ id: type }));
  expect(JSON.parse(sentRequest?.body ?? "")).toMatchObject({
    items: [{ title: "Fichas", quantity: 1, unit_price: 47, currency_id: "BRL" }],
    external_reference: order.id,
    metadata: { order: order.id, member: id, product: "tokens" },
    payment_methods: { excluded_payment_types: excluded },
    back_urls: {
      success: `${ORIGIN}/checkout?type=tokens&order=${order.id}`,
      failure: `${ORIGIN}/checkout?type=tokens`,
    },
    expires: true,
  });
});

test.each(["s", "ms"] as const)(
  "[TD.04][TD.01] a paid payment grants after its webhook, signed over id, request id and time (%s), and its repetitions change nothing",
  async (unit) => {
    const { id, order } = await makeBuyer();
    company.pay(order.id);
    const webhook = company.webhook(numberOf(order), { unit, at: new Date(now().getTime() - 240_000) });
    for (const _ of [1, 2, 3]) expect((await post(webhook)).statusCode).toBe(200);
    await runJobs(world);
    expect(await tokensOf(id)).toBe(100);
    expect((await post(webhook)).statusCode).toBe(200);
    await runJobs(world);
    expect(await tokensOf(id)).toBe(100);
    const row = await world.db
      .selectFrom("paymentWebhook")
      .where("paymentId", "=", numberOf(order))
      .select(["orderId", "times"])
      .executeTakeFirst();
    expect(row).toEqual({ orderId: order.id, times: 4 });
  },
);

test("[TD.01] a webhook is answered without asking Mercado Pago anything", async () => {
  const { order } = await makeBuyer();
  company.pay(order.id);
  const before = company.api.received.length;
  expect((await post(company.webhook(numberOf(order)))).statusCode).toBe(200);
  expect(company.api.received.length).toBe(before);
});

test("a payment that a webhook names is granted though the search does not find it yet", async () => {
  const { id, order } = await makeBuyer();
  company.pay(order.id);
  company.hide(order.id);
  expect(await settled({ id, order })).toEqual({ state: "pending", tokens: 0 });
  expect((await post(company.webhook(numberOf(order)))).statusCode).toBe(200);
  await runJobs(world);
  expect(await tokensOf(id)).toBe(100);
});

test("a refused attempt refuses the order, and another attempt that is paid grants it", async () => {
  const buyer = await makeBuyer("card");
  company.refuse(buyer.order.id);
  expect(await settled(buyer)).toEqual({ state: "refused", tokens: 0 });
  company.pay(buyer.order.id);
  expect(await settled(buyer)).toEqual({ state: "paid", tokens: 100 });
});

test("[D4.12] a refund of the company's site takes its share, a chargeback takes all until the seller is covered", async () => {
  const buyer = await makePaidBuyer();
  company.refundByHand(buyer.order.id, 9.4, "rejected");
  expect(await settled(buyer)).toEqual({ state: "paid", tokens: 100 });
  company.refundByHand(buyer.order.id, 9.4);
  expect(await settled(buyer)).toEqual({ state: "paid", tokens: 80 });
  company.chargeBack(buyer.order.id, null);
  expect(await settled(buyer)).toEqual({ state: "charged_back", tokens: 0 });
  company.chargeBack(buyer.order.id, true);
  expect(await settled(buyer)).toEqual({ state: "paid", tokens: 80 });
});

test("a webhook about a chargeback finds the order of its payment", async () => {
  const { id, order } = await makePaidBuyer();
  const chargeback = company.chargeBack(order.id, false);
  const webhook = company.webhook(chargeback.id, { kind: "topic_chargebacks_wh" });
  expect((await post(webhook)).statusCode).toBe(200);
  await runJobs(world);
  expect(await tokensOf(id)).toBe(0);
});

test("a webhook about a thing that is no payment of ours is taken, logged and changes nothing", async () => {
  for (const [id, kind] of [
    ["123", "merchant_order"],
    ["456", "payment"],
  ] as const)
    expect((await post(company.webhook(id, { kind }))).statusCode).toBe(200);
  await runJobs(world);
  const logged = world.logged.filter((line) => line.includes("a webhook named a payment of no order"));
  expect(logged).toHaveLength(2);
});

test("[T49] a withdrawal gives the price back once, and a later refund of the same amount is another one", async () => {
  const buyer = await makePaidBuyer();
  const { order } = buyer;
  const returnId = "c".repeat(32);
  const paymentId = numberOf(order);
  await buyer.api.billing.withdraw({ params: { id: order.id } });
  await runJobs(world);
  await runJobs(world);
  expect(await settled(buyer)).toEqual({ state: "refunded", tokens: 0 });
  const returns = await world.db.selectFrom("moneyReturn").where("orderId", "=", order.id).selectAll().execute();
  expect(returns).toMatchObject([{ state: "done", reason: "withdrawal", centavos: 4_700 }]);
  expect(company.paymentOf(order.id).refunds).toHaveLength(1);
  expect(await provider.refund({ orderId: order.id, paymentId, returnId, centavos: 4_700 })).toBe("refused");
});

test("a refund whose key the company knows already was requested", async () => {
  const { order } = await makePaidBuyer();
  const cause = [{ code: 2032, description: "X-Idempotency-key already used" }];
  company.api.failNext({ status: 404, body: { message: "used", status: 404, cause } });
  const request = { orderId: order.id, paymentId: numberOf(order), returnId: "d".repeat(32), centavos: 100 };
  expect(await provider.refund(request)).toBe("asked");
});
