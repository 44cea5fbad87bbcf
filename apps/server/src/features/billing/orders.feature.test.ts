import { randomUUID } from "node:crypto";
import { errorCatalogue } from "@caramelo/contract/call/errors";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { addLedgerEntry } from "../../base/money/ledger-queries.ts";
import { getBalance, grant } from "../../testing/entitlements.ts";
import { runJobs } from "../../testing/jobs.ts";
import { countLockWaits } from "../../testing/lock-waits.ts";
import { readMails } from "../../testing/mails.ts";
import { makeWriter } from "../../testing/messages.ts";
import { makeOpenOrder, makePaidOrder } from "../../testing/orders.ts";
import { PATIENT } from "../../testing/patience.ts";
import { makeMember } from "../../testing/people.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { changePayment } from "../sandbox/queries.ts";
import { reconcileOrders } from "./reconcile-jobs.ts";
import { settleOrder } from "./settle-order.ts";

const world = await openWorld();
const DAY_MS = 86_400_000;

const entitlementOf = (memberId: string) =>
  world.db.selectFrom("entitlement").selectAll().where("memberId", "=", memberId).executeTakeFirstOrThrow();

const orderRow = (id: string) =>
  world.db.selectFrom("productOrder").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

const tokenOf = (url: string | null) => (url ?? "").replace("/sandbox/", "");

async function makeBuyer(role: "baby" | "daddy" | "mommy" = "daddy") {
  const { id, browser } = await makeSignedIn(world, { role });
  return { id, role, api: browser.api };
}

const act = (token: string, action: "pay" | "refuse" | "expire") =>
  world.browser().api.sandbox.act({ params: { token }, body: { action } });

describe("an order", () => {
  test("[D4.07][D4.21][TD.01] grants once its signed webhook made the server read the payment, and shows in the statement", async () => {
    const { id, api } = await makeBuyer();
    const { body: checkout } = await api.billing.makeOrder({ body: { product: "tokens", method: "pix" } });
    expect(checkout).toMatchObject({ presentation: "frame", order: { state: "pending", centavos: 4_700 } });
    await act(tokenOf(checkout.url), "pay");
    expect(await entitlementOf(id)).toMatchObject({ tokens: 0 });
    await runJobs(world);
    expect(await entitlementOf(id)).toMatchObject({ tokens: 100, conversations: 10 });
    const params = { id: checkout.order.id };
    expect((await api.billing.order({ params })).body).toMatchObject({
      state: "paid",
      withdrawUntil: expect.any(String),
    });
    const { body } = await api.billing.statement({ query: {} });
    expect(body.entries).toMatchObject([{ kind: "purchase", product: "tokens", tokens: 100, conversations: 10 }]);
  });

  test("[TD.05] takes its price from the catalogue and its buyer from the session, and refuses any other", async () => {
    const { api } = await makeBuyer();
    const body = { product: "tokens" as const, method: "pix" as const, centavos: 1 };
    expect((await api.billing.makeOrder({ body })).failure.code).toBe("VALIDATION_ERROR");
  });

  test.each([
    ["baby", "tokens"],
    ["baby", "premium_monthly"],
    ["daddy", "highlight"],
    ["mommy", "highlight"],
  ] as const)("[D4.15] of a %s for %s is refused", async (role, product) => {
    const { api } = await makeBuyer(role);
    const { failure } = await api.billing.makeOrder({ body: { product, method: "pix" } });
    expect(failure.code).toBe("PERMISSION_DENIED");
  });

  test("is made once by two presses, and again once the first cannot be paid any more", async () => {
    const { api } = await makeBuyer();
    const body = { product: "tokens", method: "pix" } as const;
    const press = () => api.billing.makeOrder({ body });
    const [first, second] = await race(world.owner, holdWrites("productOrder"), [press, press]);
    expect(second.body.order.id, "both presses have one order").toBe(first.body.order.id);
    expect(second.body.url).toBe(first.body.url);
    await act(tokenOf(first.body.url), "expire");
    await runJobs(world);
    expect((await api.billing.makeOrder({ body })).body.order.id).not.toBe(first.body.order.id);
  });

  test("[D4.42] after a paid one is another one, also while the webhook of the first is on its way; two presses make one", async () => {
    const { id, api } = await makeBuyer();
    const body = { product: "tokens", method: "pix" } as const;
    const { body: paidOrder } = await api.billing.makeOrder({ body });
    await act(tokenOf(paidOrder.url), "pay");
    const presses = await Promise.all([api.billing.makeOrder({ body }), api.billing.makeOrder({ body })]);
    const [next, again] = presses.map((press) => press.body.order.id);
    expect(next).not.toBe(paidOrder.order.id);
    expect(again).toBe(next);
    expect(await entitlementOf(id)).toMatchObject({ tokens: 100 });
    await act(tokenOf(presses[0].body.url), "pay");
    await runJobs(world);
    expect(await entitlementOf(id)).toMatchObject({ tokens: 200, conversations: 20 });
  });

  test("[D4.42] is opened again as it was while the provider never says whether it was paid, and a late answer grants nothing", async () => {
    const { id, api } = await makeBuyer();
    const body = { product: "tokens", method: "pix" } as const;
    const { body: first } = await api.billing.makeOrder({ body });
    await act(tokenOf(first.url), "pay");
    const sandbox = world.context.payments.byName("sandbox");
    const sandboxPayments = await sandbox.listPayments(await orderRow(first.order.id));
    const answer = Promise.withResolvers<typeof sandboxPayments>();
    const reading = vi.spyOn(sandbox, "listPayments").mockReturnValue(answer.promise);
    onTestFinished(() => reading.mockRestore());
    // The provider answers only when this call is over.
    const { body: again } = await api.billing.makeOrder({ body });
    expect(reading).toHaveBeenCalledOnce();
    expect(again).toMatchObject({ url: first.url, order: { id: first.order.id, state: "pending" } });
    answer.resolve(sandboxPayments);
    await answer.promise;
    expect(await entitlementOf(id)).toMatchObject({ tokens: 0 });
    reading.mockRestore();
    await runJobs(world);
    expect(await entitlementOf(id)).toMatchObject({ tokens: 100 });
  });

  test.each([
    ["another price", { centavos: 9_900 }],
    ["the mode that moves money", { isLive: true }],
  ])("[D4.01] is made again when the first one has %s", async (_, changes) => {
    const { api } = await makeBuyer();
    const body = { product: "tokens", method: "pix" } as const;
    const { body: first } = await api.billing.makeOrder({ body });
    await world.owner.updateTable("productOrder").set(changes).where("id", "=", first.order.id).execute();
    const { body: second } = await api.billing.makeOrder({ body });
    expect(second.order).toMatchObject({ state: "pending", centavos: 4_700 });
    expect(second.order.id).not.toBe(first.order.id);
  });

  test("[D4.07] that is paid while its payment page is still being opened stays paid", async () => {
    const { id, api } = await makeBuyer();
    const sandbox = world.context.payments.byName("sandbox");
    const open = sandbox.open.bind(sandbox);
    const opening = vi.spyOn(sandbox, "open").mockImplementation(async (order) => {
      const page = await open(order);
      await changePayment(world.db, tokenOf(page.url), "paid", new Date());
      await settleOrder(world.context, order.id);
      return page;
    });
    onTestFinished(() => opening.mockRestore());
    const { body } = await api.billing.makeOrder({ body: { product: "tokens", method: "pix" } });
    const { id: orderId } = body.order;
    expect((await orderRow(orderId)).state).toBe("paid");
    const events = world.db.selectFrom("orderEvent").where("orderId", "=", orderId).select("kind").orderBy("position");
    expect((await events.execute()).map(({ kind }) => kind)).toEqual(["created", "paid", "entry purchase"]);
    expect(await entitlementOf(id)).toMatchObject({ tokens: 100 });
  });

  test("[T57] grants nothing when it is read, or requested again, while nothing was paid", async () => {
    const { id, api } = await makeBuyer();
    const { body } = await api.billing.makeOrder({ body: { product: "premium_monthly", method: "card" } });
    const params = { id: body.order.id };
    expect((await api.billing.checkPayment({ params })).body).toMatchObject({ state: "pending" });
    expect((await api.billing.order({ params })).body).toMatchObject({ state: "pending" });
    expect(await entitlementOf(id)).toMatchObject({ premiumUntil: null });
  });

  test("that was refused or expired says so", async () => {
    const buyer = await makeBuyer();
    for (const [action, state] of [
      ["refuse", "refused"],
      ["expire", "expired"],
    ] as const) {
      const { orderId, paymentToken } = await makeOpenOrder(world, buyer);
      await act(paymentToken, action);
      await runJobs(world);
      const { body } = await buyer.api.billing.order({ params: { id: orderId } });
      expect(body.state).toBe(state);
    }
  });
});

describe("a webhook", () => {
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    world.app.inject({ method: "POST", url: `/api/webhooks/${path}`, payload: body, headers });

  test("[D4.21] without a right signature is refused, logged, and grants nothing", async () => {
    const buyer = await makeBuyer();
    const { orderId, paymentToken } = await makeOpenOrder(world, buyer);
    const body = JSON.stringify({ orderId, paymentId: paymentToken });
    for (const signature of [undefined, "", "t=1,v1=00", `t=${Math.floor(Date.now() / 1_000)},v1=${"0".repeat(64)}`]) {
      const reply = await post("sandbox", body, signature === undefined ? {} : { "sandbox-signature": signature });
      expect(reply.statusCode).toBe(errorCatalogue.PERMISSION_DENIED.status);
    }
    expect((await post("nobody", body)).statusCode).toBe(403);
    await runJobs(world);
    expect(await entitlementOf(buyer.id)).toMatchObject({ tokens: 0 });
    expect(world.logged.filter((line) => line.includes("refused a webhook")).length).toBeGreaterThanOrEqual(5);
  });

  test("[TD.06] that never came is made up for by the reconciliation", async () => {
    const buyer = await makeBuyer();
    const { paymentToken } = await makeOpenOrder(world, buyer);
    await world.db
      .updateTable("sandboxPayment")
      .set({ state: "paid", paidAt: new Date() })
      .where("id", "=", paymentToken)
      .execute();
    await reconcileOrders(world.context);
    expect(await entitlementOf(buyer.id)).toMatchObject({ tokens: 100 });
  });
});

describe("a withdrawal", () => {
  test("[D4.14][T49] within seven days returns the price in one step, and takes what was granted; again changes nothing", async () => {
    const buyer = await makeBuyer();
    const { orderId } = await makePaidOrder(world, buyer, "premium_monthly");
    const params = { id: orderId };
    expect((await buyer.api.billing.withdraw({ params })).body).toMatchObject({
      isReturning: true,
      withdrawUntil: null,
    });
    await buyer.api.billing.withdraw({ params });
    await runJobs(world);
    const { body: order } = await buyer.api.billing.order({ params });
    expect(order).toMatchObject({ state: "refunded", returnedCentavos: 13_900, isReturning: false });
    const { premiumUntil } = await entitlementOf(buyer.id);
    expect(premiumUntil?.getTime()).toBeLessThanOrEqual(Date.now());
    const returns = await world.db.selectFrom("moneyReturn").where("orderId", "=", orderId).selectAll().execute();
    expect(returns).toMatchObject([{ centavos: 13_900, state: "done", reason: "withdrawal" }]);
  });

  test("[D4.14] after seven days is too late", async () => {
    const buyer = await makeBuyer();
    const { orderId } = await makePaidOrder(world, buyer);
    world.pass(8 * DAY_MS);
    const { api } = await openBrowserOf(world, buyer.id);
    expect((await api.billing.withdraw({ params: { id: orderId } })).failure.code).toBe("WITHDRAWAL_TOO_LATE");
    world.pass(-8 * DAY_MS);
  });

  test("[D4.14] returns what is left of the price after a part went back", async () => {
    const buyer = await makeBuyer();
    const { orderId } = await makePaidOrder(world, buyer);
    const { id: adminId } = await makeMember(world.owner, { role: "admin" });
    const params = { id: orderId };
    const staff = (await openBrowserOf(world, adminId)).api;
    await staff.billing.staffRefund({ params, body: { requestId: randomUUID(), centavos: 1, reason: "Troco" } });
    await runJobs(world);
    expect((await buyer.api.billing.withdraw({ params })).body).toMatchObject({ isReturning: true });
    await runJobs(world);
    const { body } = await buyer.api.billing.order({ params });
    expect(body).toMatchObject({ state: "refunded", returnedCentavos: 4_700 });
  });

  test("[D4.14][D4.30][T49] is confirmed by mail at once, and by another mail when the money is back", async () => {
    const { id, email } = await makeMember(world.owner, { role: "daddy" });
    const { orderId } = await makePaidOrder(world, { id, role: "daddy" });
    const { api } = await openBrowserOf(world, id);
    await api.billing.withdraw({ params: { id: orderId } });
    const mails = await readMails(world, email);
    expect(mails.map(({ kind }) => kind)).toEqual(["receipt", "withdrawal", "refund"]);
    for (const { bodyText } of mails) expect(bodyText).toContain("R$ 47,00");
    expect(mails[0]?.bodyText).toContain("Sem renovação automática");
  });

  test("of another member's order finds nothing", async () => {
    const [owner, otherBuyer] = [await makeBuyer(), await makeBuyer()];
    const { orderId } = await makePaidOrder(world, owner);
    const { failure } = await otherBuyer.api.billing.withdraw({ params: { id: orderId } });
    expect(failure.code).toBe("NOT_FOUND");
  });
});

test("[D4.07][T20] two purchases of one member that are settled at once extend each other", async () => {
  const buyer = await makeBuyer();
  const orders = [
    await makeOpenOrder(world, buyer, "premium_monthly"),
    await makeOpenOrder(world, buyer, "premium_monthly"),
  ];
  for (const { paymentToken } of orders) await changePayment(world.db, paymentToken, "paid", new Date());
  const settlements = orders.map(
    ({ orderId }) =>
      () =>
        settleOrder(world.context, orderId),
  );
  await race(world.owner, holdWrites("ledgerEntry"), settlements);
  const { premiumUntil } = await entitlementOf(buyer.id);
  expect((premiumUntil?.getTime() ?? 0) - Date.now()).toBeGreaterThan(58 * DAY_MS);
});

test("[D4.07][T20] three settlements at once grant once, and the history says so once", async () => {
  const buyer = await makeBuyer();
  const { orderId, paymentToken } = await makeOpenOrder(world, buyer);
  await act(paymentToken, "pay");
  const settle = () => settleOrder(world.context, orderId);
  await race(world.owner, holdWrites("ledgerEntry"), [settle, settle, settle]);
  expect(await entitlementOf(buyer.id)).toMatchObject({ tokens: 100, conversations: 10 });
  const events = await world.db.selectFrom("orderEvent").where("orderId", "=", orderId).select("kind").execute();
  expect(events.map(({ kind }) => kind)).toEqual(["paid", "entry purchase"]);
});

test("[T45][D4.20] a paid highlight verifies nobody, and neither does one that is taken back", async () => {
  const buyer = await makeBuyer("baby");
  const profile = () =>
    world.db
      .selectFrom("profile")
      .where("memberId", "=", buyer.id)
      .select(["isVerified", "tier"])
      .executeTakeFirstOrThrow();
  const { orderId } = await makePaidOrder(world, buyer);
  expect(await profile()).toEqual({ isVerified: false, tier: 0 });
  await buyer.api.billing.withdraw({ params: { id: orderId } });
  await runJobs(world);
  expect(await profile()).toEqual({ isVerified: false, tier: 2 });
});

test("[D4.08] a payment that waits too long for others to be recorded is recorded by another try", async () => {
  const buyer = await makeBuyer();
  const { orderId, paymentToken } = await makeOpenOrder(world, buyer);
  await changePayment(world.db, paymentToken, "paid", new Date());
  const hasty = await openWorld({}, world, undefined, 50);
  const { api } = await openBrowserOf(hasty, buyer.id);
  const wasRetried = () => hasty.logged.some((line) => line.includes("busy, tried again"));
  const checkAnswer = await world.owner.transaction().execute(async (trx) => {
    await sql`select from product_order where id = ${orderId} for update`.execute(trx);
    const check = api.billing.checkPayment({ params: { id: orderId } });
    await vi.waitFor(() => expect(wasRetried()).toBe(true), PATIENT);
    return { check };
  });
  expect((await checkAnswer.check).body).toMatchObject({ state: "paid" });
});

describe("premium and tokens that end while they are used", () => {
  test("[D4.03][D4.08] the first message after the moment of premium's end costs a token, before any job has run", async () => {
    const [bruno, ana] = [await makeWriter(world, { role: "daddy" }), await makeWriter(world)];
    await grant(world.db, bruno, { tokens: 5, conversations: 1, premiumUntil: new Date(Date.now() + 3_600_000) });
    expect((await bruno.send(ana)).status).toBe(200);
    expect(await getBalance(world.db, bruno)).toEqual({ tokens: 5, conversations: 1 });
    world.pass(3_600_000);
    expect((await bruno.send(ana)).status).toBe(200);
    expect(await getBalance(world.db, bruno)).toEqual({ tokens: 4, conversations: 1 });
    world.pass(-3_600_000);
  });

  test("[T20][D4.06] a message whose tokens a refund takes at that moment is refused for want of them, and costs nothing", async () => {
    const [bruno, ana] = [await makeWriter(world, { role: "daddy" }), await makeWriter(world)];
    await grant(world.db, bruno, { tokens: 1, conversations: 1 });
    const { sent: sendAnswer } = await world.owner.transaction().execute(async (trx) => {
      const now = new Date();
      const entry = { id: randomUUID(), memberId: bruno.id, provider: "test", providerObjectId: randomUUID() };
      await addLedgerEntry(trx, { ...entry, kind: "refund", tokens: -1, writtenAt: now });
      const sentMessage = bruno.send(ana);
      await vi.waitFor(async () => expect(await countLockWaits(world.owner)).toBeGreaterThan(0), PATIENT);
      return { sent: sentMessage };
    });
    expect((await sendAnswer).failure.code).toBe("UPGRADE_REQUIRED");
    expect(await getBalance(world.db, bruno)).toEqual({ tokens: 0, conversations: 1 });
  });
});

test("[TD.02] a payment of another amount grants nothing, and the order's history says it once", async () => {
  const buyer = await makeBuyer();
  const { orderId, paymentToken } = await makeOpenOrder(world, buyer);
  await world.owner.updateTable("sandboxPayment").set({ centavos: 1 }).where("id", "=", paymentToken).execute();
  await act(paymentToken, "pay");
  await runJobs(world);
  await settleOrder(world.context, orderId);
  expect(await entitlementOf(buyer.id)).toMatchObject({ tokens: 0 });
  const events = await world.db
    .selectFrom("orderEvent")
    .where("orderId", "=", orderId)
    .where("kind", "=", "mismatch")
    .selectAll()
    .execute();
  expect(events).toHaveLength(1);
});

test("[D4.11][D4.12] the sandbox's operator lets each event happen, and the order follows", async () => {
  const buyer = await makeBuyer();
  const { id: adminId } = await makeMember(world.owner, { role: "admin" });
  const staff = (await openBrowserOf(world, adminId)).api;
  const { orderId } = await makeOpenOrder(world, buyer);
  const happen = async (event: Parameters<typeof staff.sandbox.operate>[0]["body"]["event"]) => {
    await staff.sandbox.operate({ params: { orderId }, body: { event } });
    await runJobs(world);
    const { body } = await buyer.api.billing.order({ params: { id: orderId } });
    const { tokens } = await entitlementOf(buyer.id);
    return { state: body.state, tokens };
  };
  expect(await happen("expired")).toEqual({ state: "expired", tokens: 0 });
  expect(await happen("paid_late")).toEqual({ state: "paid", tokens: 100 });
  expect(await happen("webhook_again")).toEqual({ state: "paid", tokens: 100 });
  expect(await happen("refunded_in_part")).toEqual({ state: "paid", tokens: 50 });
  expect(await happen("charged_back")).toEqual({ state: "charged_back", tokens: 0 });
  expect(await happen("dispute_won")).toEqual({ state: "paid", tokens: 50 });
  expect(await happen("refunded")).toEqual({ state: "refunded", tokens: 0 });
});
