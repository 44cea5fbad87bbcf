import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { fewOrMany } from "../../testing/each-kind.ts";
import { getBalance } from "../../testing/entitlements.ts";
import { runJobs } from "../../testing/jobs.ts";
import { makeOpenOrder } from "../../testing/orders.ts";
import { withProvider } from "../../testing/payment-provider.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { changePayment, readWebhookSecret } from "../sandbox/queries.ts";
import { SIGNATURE_HEADER, signWebhook } from "../sandbox/rules.ts";
import { settleOrder } from "./settle-order.ts";

const world = await openWorld({ LIMIT_WEBHOOKS: "999999/1" });
const secret = await readWebhookSecret(world.db);
const MINUTE_MS = 60_000;

async function makeOrder() {
  const { id } = await makeSignedIn(world, { role: "daddy" });
  return { buyer: { id }, ...(await makeOpenOrder(world, { id, role: "daddy" })) };
}

type Order = Awaited<ReturnType<typeof makeOrder>>;
const bodyFor = ({ orderId, paymentToken }: Pick<Order, "orderId" | "paymentToken">) =>
  JSON.stringify({ orderId, paymentId: paymentToken });

const sign = (body: string, key = secret, ageMs = 0) =>
  signWebhook(Buffer.from(body), key, new Date(world.context.clock.now().getTime() - ageMs));

function post(body: string, signature: string | undefined, path = "sandbox") {
  const headers = signature === undefined ? {} : { [SIGNATURE_HEADER]: signature };
  return world.app.inject({ method: "POST", url: `/api/webhooks/${path}`, payload: body, headers });
}

const pay = ({ paymentToken }: Order) => changePayment(world.db, paymentToken, "paid", new Date());

const REPLAYS = fewOrMany(60, 1_000);

test(`[D4.07][TD.01] ${REPLAYS} replays of a webhook are stored as one, and grant once`, async () => {
  const order = await makeOrder();
  await pay(order);
  const body = bodyFor(order);
  for (let sentCount = 0; sentCount < REPLAYS; sentCount += 20) {
    const replies = await Promise.all(Array.from({ length: 20 }, () => post(body, sign(body))));
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    // Some replays come before the order is settled, and most afterwards.
    if (sentCount % 200 === 0) await runJobs(world);
  }
  await runJobs(world);
  expect(await getBalance(world.db, order.buyer)).toEqual({ tokens: 100, conversations: 10 });
  const storedWebhooks = await world.db
    .selectFrom("paymentWebhook")
    .where("orderId", "=", order.orderId)
    .select("times")
    .execute();
  expect(storedWebhooks).toEqual([{ times: REPLAYS }]);
});

test("[D4.21][TD.01] forged webhooks are refused and logged, and nothing is read for them: the paid order stays as it is", async () => {
  const [order, otherOrder] = [await makeOrder(), await makeOrder()];
  await pay(order);
  const body = bodyFor(order);
  const right = sign(body);
  const otherKey = Buffer.alloc(32, 7);
  const forgeries: [body: string, signature: string | undefined, path?: string][] = [
    [body, undefined],
    [body, ""],
    [body, "v1="],
    [body, right.slice(0, -1)],
    [body, `${right}0`],
    [body, right.toUpperCase()],
    [body, right.replace("t=", "t=-")],
    [body, right.replace("t=", "t=1e")],
    [body, right.replace("v1=", "v0=")],
    [body, `${right},${right}`],
    [body, sign(body, otherKey)],
    [body, sign(body, Buffer.alloc(32))],
    [body, sign(body, secret, 6 * MINUTE_MS)],
    [body, sign(body, secret, -6 * MINUTE_MS)],
    [body, sign(body, secret, 365 * 24 * 60 * MINUTE_MS)],
    [body, sign(body, secret, MINUTE_MS).replace(/t=\d+/, `t=${Math.floor(Date.now() / 1_000)}`)],
    [`${body} `, right],
    [body.replace("{", "{ "), right],
    [body.toUpperCase(), right],
    [bodyFor({ ...order, orderId: otherOrder.orderId }), right],
    [bodyFor({ ...order, paymentToken: otherOrder.paymentToken }), right],
    [bodyFor(otherOrder), right],
    ["", right],
    [body, right, "pix"],
    [body, right, "stripe"],
    [body, right, "mercadopago"],
    [body, right, "SANDBOX"],
    [body, right, "__proto__"],
  ];
  // These have a valid signature, but name no order or payment of the sandbox, or are no webhooks at all.
  for (const text of [
    JSON.stringify({ orderId: randomUUID(), paymentId: order.paymentToken }),
    JSON.stringify({ orderId: "1' or '1'='1", paymentId: order.paymentToken }),
    JSON.stringify({ orderId: order.orderId }),
    JSON.stringify({ orderId: [order.orderId], paymentId: order.paymentToken }),
    JSON.stringify({ orderId: order.orderId, paymentId: "\u0000" }),
    JSON.stringify([order.orderId, order.paymentToken]),
    JSON.stringify(order.orderId),
    "null",
    "{",
    "\u0000",
  ]) {
    forgeries.push([text, sign(text)]);
  }
  const before = world.logged.length;
  for (const [text, signature, path] of forgeries) {
    const { statusCode } = await post(text, signature, path);
    expect([text, signature, path, statusCode]).toEqual([text, signature, path, 403]);
  }
  const refusals = world.logged.slice(before).filter((line) => line.includes("refused a webhook"));
  expect(refusals).toHaveLength(forgeries.length);
  await runJobs(world);
  for (const { buyer } of [order, otherOrder]) expect(await getBalance(world.db, buyer)).toMatchObject({ tokens: 0 });
});

test("[TD.02] a right webhook about a payment of another amount, currency, mode, order, buyer or product grants nothing", async () => {
  const order = await makeOrder();
  await pay(order);
  const [otherOrder] = [await makeOrder()];
  const lies = [
    { centavos: 1 },
    { centavos: 4_699 },
    { centavos: 470_000 },
    { currency: "USD" },
    { currency: "brl" },
    { isLive: true },
    { claims: { orderId: otherOrder.orderId, memberId: order.buyer.id, product: "tokens" } },
    { claims: { orderId: order.orderId, memberId: otherOrder.buyer.id, product: "tokens" } },
    { claims: { orderId: order.orderId, memberId: order.buyer.id, product: "premium_monthly" } },
    { state: "pending" as const },
    { state: "refused" as const },
    { state: "expired" as const },
  ];
  for (const lie of lies) {
    const context = withProvider(world, {
      listPayments: (payments) => payments.map((payment) => ({ ...payment, ...lie })),
    });
    await settleOrder(context, order.orderId);
    expect([lie, await getBalance(world.db, order.buyer)]).toEqual([lie, { tokens: 0, conversations: 0 }]);
  }
  await settleOrder(world.context, order.orderId);
  expect(await getBalance(world.db, order.buyer)).toEqual({ tokens: 100, conversations: 10 });
});
