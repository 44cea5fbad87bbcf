import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { PageCursor } from "../../platform/database/page-cursor.ts";
import type { Payment } from "../../platform/payments/provider.ts";
import { runJobs } from "../../testing/jobs.ts";
import { takeStock } from "../../testing/leftovers.ts";
import { makeOpenOrder, makePaidOrder } from "../../testing/orders.ts";
import { withProvider } from "../../testing/payment-provider.ts";
import { makeMember } from "../../testing/people.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { changePayment } from "../sandbox/queries.ts";
import { sendRefund } from "./jobs.ts";
import { searchOrders } from "./search-queries.ts";
import { readSearch } from "./search-rules.ts";
import { settleOrder } from "./settle-order.ts";

const world = await openWorld();
let staff: Awaited<ReturnType<typeof openBrowserOf>>;
let staffId: string;

beforeAll(async () => {
  ({ id: staffId } = await makeMember(world.owner, { role: "admin" }));
  staff = await openBrowserOf(world, staffId);
});

async function makeBuyer(name = "Bruno") {
  const { id } = await makeMember(world.owner, { role: "daddy", name });
  return { id, role: "daddy" as const };
}

const entitlementOf = (memberId: string) =>
  world.db.selectFrom("entitlement").selectAll().where("memberId", "=", memberId).executeTakeFirstOrThrow();

const auditOf = (subjectId: string) =>
  world.owner.selectFrom("auditEntry").selectAll().where("subjectId", "=", subjectId).execute();

describe("[D4.31] orders are found, the latest first,", () => {
  const idsOf = async (query: Parameters<typeof staff.api.billing.staffOrders>[0] = {}) =>
    (await staff.api.billing.staffOrders(query)).body.orders.map(({ order }) => order.id);
  const find = (q: string) => idsOf({ query: { q } });

  test("by state, product, and what the buyer's name or address or the number begins with", async () => {
    const buyer = await makeBuyer("Zuleica Única");
    const { orderId: open } = await makeOpenOrder(world, buyer);
    const { orderId: paidId } = await makePaidOrder(world, buyer, "premium_monthly");
    await world.owner
      .updateTable("member")
      .set({ email: "zu_l%1@exemplo.invalid" })
      .where("id", "=", buyer.id)
      .execute();
    for (const q of [
      "zuleica",
      " ZULEICA ",
      "única zu",
      "Únic",
      "u\u0301nica",
      "unica",
      "zu_l%1",
      "ZU_L%1@exemplo.invalid",
    ])
      expect([q, await find(q)]).toEqual([q, [paidId, open]]);
    expect(await idsOf({ query: { q: "zuleica", state: "paid" } })).toEqual([paidId]);
    expect(await idsOf({ query: { q: "zuleica", product: "tokens" } })).toEqual([open]);
    for (const q of [paidId.slice(0, 8), paidId, paidId.toUpperCase(), paidId.replaceAll("-", "")])
      expect([q, await find(q)]).toEqual([q, [paidId]]);
    for (const q of ["%", "_", "leica", "zuleica x", "zu!l%1", "' & |", "exemplo.invalid"])
      expect([q, await find(q)]).toEqual([q, []]);
  });

  test("by the number that the provider gave the payment", async () => {
    const { orderId, paymentToken } = await makePaidOrder(world, await makeBuyer());
    expect(await find(paymentToken)).toEqual([orderId]);
    expect(await find(paymentToken.slice(1))).toEqual([]);
  });

  test("in pages, and with the same result by the query for many buyers and by that for few", async () => {
    const ids: string[] = [];
    for (let madeCount = 0; madeCount < 4; madeCount += 1)
      ids.unshift((await makeOpenOrder(world, await makeBuyer("Quirino"))).orderId);
    const search = readSearch("quirino");
    if (!search) throw new Error("there is no search");
    for (const buyersMax of [3, 4]) {
      const page = (after: PageCursor | undefined, limit: number, filter = {}) =>
        searchOrders(world.db, { search, filter, after, limit }, buyersMax);
      expect(await page(undefined, 9)).toEqual(ids);
      expect(await page(undefined, 2)).toEqual(ids.slice(0, 2));
      const row = await world.db
        .selectFrom("productOrder")
        .where("id", "=", ids[1] ?? "")
        .select("createdAt")
        .executeTakeFirstOrThrow();
      expect(await page({ at: row.createdAt, id: ids[1] ?? "" }, 9)).toEqual(ids.slice(2));
      expect(await page(undefined, 9, { state: "pending", product: "tokens" })).toEqual(ids);
      expect(await page(undefined, 9, { state: "paid" })).toEqual([]);
    }
  });
});

test("[D4.31] an order shows its whole history and each line of the ledger", async () => {
  const buyer = await makeBuyer();
  const { orderId } = await makePaidOrder(world, buyer);
  const { body } = await staff.api.billing.staffOrder({ params: { id: orderId } });
  expect(body.events.map(({ kind }) => kind)).toEqual(["paid", "entry purchase"]);
  expect(body.entries).toMatchObject([{ kind: "purchase", tokens: 100, conversations: 10 }]);
  expect(body).toMatchObject({ provider: "sandbox", refundableCentavos: 4_700, buyer: { id: buyer.id } });
});

test("[D4.12][D4.32] a part can go back, never more than is left of the price; the audit log says who and why", async () => {
  const buyer = await makeBuyer();
  const { orderId } = await makePaidOrder(world, buyer);
  const refund = (centavos: number) =>
    staff.api.billing.staffRefund({
      params: { id: orderId },
      body: { requestId: randomUUID(), centavos, reason: "Pedido por e-mail" },
    });
  expect((await refund(4_701)).failure.code).toBe("REFUND_TOO_HIGH");
  expect((await refund(2_350)).status).toBe(200);
  expect((await refund(2_351)).failure.code).toBe("REFUND_TOO_HIGH");
  await runJobs(world);
  expect(await entitlementOf(buyer.id)).toMatchObject({ tokens: 50, conversations: 5 });
  expect(await auditOf(buyer.id)).toMatchObject([
    { actorId: staffId, action: "order.refunded", details: { centavos: 2_350, reason: "Pedido por e-mail" } },
  ]);
});

test("[D4.32] a refund that is sent twice for one press goes back once, and the order's history says why", async () => {
  const [order, otherOrder] = [
    await makePaidOrder(world, await makeBuyer()),
    await makePaidOrder(world, await makeBuyer()),
  ];
  const body = { requestId: randomUUID(), centavos: 1_000, reason: "Cobrança em dobro" };
  const refund = (id: string) => staff.api.billing.staffRefund({ params: { id }, body });
  const press = () => refund(order.orderId);
  const replies = await race(world.owner, holdWrites("moneyReturn"), [press, press, () => refund(otherOrder.orderId)]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  await runJobs(world);
  for (const { orderId: id } of [order, otherOrder]) {
    const { body: shownOrder } = await staff.api.billing.staffOrder({ params: { id } });
    expect(shownOrder).toMatchObject({ order: { returnedCentavos: 1_000 }, refundableCentavos: 3_700 });
    expect(shownOrder.events.map(({ kind, detail }) => [kind, detail.note])).toEqual([
      ["paid", undefined],
      ["entry purchase", undefined],
      ["refund requested", "Cobrança em dobro"],
      ["entry refund", undefined],
    ]);
  }
});

test("[D4.32] a refund that is sent again once it is done writes nothing, and stays done", async () => {
  const buyer = await makeBuyer();
  const { orderId } = await makePaidOrder(world, buyer);
  const body = { requestId: randomUUID(), centavos: 1_000, reason: "Cobrança em dobro" };
  const refund = () => staff.api.billing.staffRefund({ params: { id: orderId }, body });
  const read = async () => ({
    returns: await world.owner.selectFrom("moneyReturn").where("orderId", "=", orderId).selectAll().execute(),
    stock: await takeStock(world),
  });
  await refund();
  await runJobs(world);
  const before = await read();
  expect(before.returns.map(({ state }) => state)).toEqual(["done"]);
  expect((await refund()).status).toBe(200);
  expect(await read()).toEqual(before);
  await runJobs(world);
  expect(await read()).toEqual(before);
});

describe("[D4.40] a stray payment", () => {
  const refund = (id: string, paymentId: string | undefined, centavos: number) => {
    const body = { requestId: randomUUID(), centavos, reason: "Pago a mais", ...(paymentId && { paymentId }) };
    return staff.api.billing.staffRefund({ params: { id }, body });
  };
  const straysOf = async (id: string) => (await staff.api.billing.staffOrder({ params: { id } })).body.strays;

  /** A provider that lists the payments that `lie` makes of the sandbox's, and remembers the refunds that it made. */
  function openLiar(lie: (payment: Payment) => Payment[]) {
    const returns: { paymentId: string; one: Payment["returns"][number] }[] = [];
    return withProvider(world, {
      listPayments: (payments) =>
        payments.flatMap(lie).map((payment) => {
          return { ...payment, returns: returns.filter((own) => own.paymentId === payment.id).map(({ one }) => one) };
        }),
      refund: async ({ paymentId, returnId, centavos }) => {
        const isKnown = returns.some(({ one }) => one.id === returnId);
        if (!isKnown) returns.push({ paymentId, one: { id: returnId, kind: "refund", centavos, state: "done" } });
        return "asked";
      },
    });
  }

  async function sendRefunds(context: ReturnType<typeof openLiar>, orderId: string) {
    const rows = await world.db.selectFrom("moneyReturn").selectAll().where("orderId", "=", orderId).execute();
    for (const { returnId } of rows) await sendRefund(context, { orderId, returnId });
    return world.db.selectFrom("moneyReturn").select(["state", "reason"]).where("orderId", "=", orderId).execute();
  }

  test("of another amount grants nothing, and goes back as far as the staff wants; the order stays payable", async () => {
    const buyer = await makeBuyer();
    const { orderId, paymentToken } = await makeOpenOrder(world, buyer);
    await changePayment(world.db, paymentToken, "paid", new Date());
    const short = openLiar((payment) => [{ ...payment, id: "short", centavos: 4_699 }]);
    await settleOrder(short, orderId);
    await settleOrder(short, orderId);
    expect(await straysOf(orderId)).toEqual([{ paymentId: "short", refundableCentavos: 4_699 }]);
    expect((await refund(orderId, "short", 4_700)).failure.code).toBe("REFUND_TOO_HIGH");
    expect((await refund(orderId, "other", 1)).failure.code).toBe("REFUND_TOO_HIGH");
    expect((await refund(orderId, undefined, 1)).failure.code).toBe("REFUND_TOO_HIGH");
    expect((await refund(orderId, "short", 4_699)).status).toBe(200);
    expect(await straysOf(orderId)).toEqual([]);
    expect(await sendRefunds(short, orderId)).toEqual([{ state: "done", reason: "surplus" }]);
    await settleOrder(world.context, orderId);
    const { body } = await staff.api.billing.staffOrder({ params: { id: orderId } });
    expect(body).toMatchObject({
      order: { state: "paid", returnedCentavos: 0 },
      refundableCentavos: 4_700,
      strays: [],
    });
    expect(body.events.map(({ kind }) => kind)).toEqual([
      "mismatch",
      "refund requested",
      "refund done",
      "paid",
      "entry purchase",
    ]);
    expect(await entitlementOf(buyer.id)).toMatchObject({ tokens: 100 });
  });

  test.each([
    ["in another currency", { currency: "USD" }],
    ["of the test mode", { isLive: true }],
    ["of another order", { claims: { orderId: randomUUID(), memberId: null, product: null } }],
    ["that is not paid", { centavos: 1, state: "pending" as const }],
  ])("does not exist %s: the staff cannot return it", async (_, lie) => {
    const { orderId, paymentToken } = await makeOpenOrder(world, await makeBuyer());
    await changePayment(world.db, paymentToken, "paid", new Date());
    await settleOrder(
      openLiar((payment) => [{ ...payment, ...lie }]),
      orderId,
    );
    expect(await straysOf(orderId)).toEqual([]);
    expect((await refund(orderId, paymentToken, 1)).failure.code).toBe("REFUND_TOO_HIGH");
  });

  test("first seen as pending becomes one once it is paid", async () => {
    const { orderId, paymentToken } = await makeOpenOrder(world, await makeBuyer());
    await changePayment(world.db, paymentToken, "paid", new Date());
    for (const state of ["pending", "paid"] as const)
      await settleOrder(
        openLiar((payment) => [{ ...payment, state, centavos: 1 }]),
        orderId,
      );
    expect(await straysOf(orderId)).toEqual([{ paymentId: paymentToken, refundableCentavos: 1 }]);
  });

  test("returned at the company's own site stops being one, and takes nothing of the price", async () => {
    const { orderId, paymentToken } = await makeOpenOrder(world, await makeBuyer());
    await changePayment(world.db, paymentToken, "paid", new Date());
    const returnByHand = { id: "by-hand", kind: "refund" as const, centavos: 1, state: "done" as const };
    const context = withProvider(world, {
      listPayments: (payments) =>
        payments.map((payment) => ({ ...payment, id: "odd", centavos: 1, returns: [returnByHand] })),
    });
    await settleOrder(context, orderId);
    const { body } = await staff.api.billing.staffOrder({ params: { id: orderId } });
    expect(body).toMatchObject({ strays: [], order: { returnedCentavos: 0 } });
  });

  test("that was paid twice goes back by itself; once its refund was refused, the staff may ask again", async () => {
    const { orderId } = await makePaidOrder(world, await makeBuyer());
    const twice = openLiar((payment) => [payment, { ...payment, id: "again" }]);
    await settleOrder(twice, orderId);
    expect(await straysOf(orderId)).toEqual([]);
    const [askedReturn] = await world.db.selectFrom("moneyReturn").selectAll().where("orderId", "=", orderId).execute();
    const refusing = withProvider(world, { refund: async () => "refused" });
    await sendRefund(refusing, { orderId, returnId: askedReturn?.returnId ?? "" });
    expect(await straysOf(orderId)).toEqual([{ paymentId: "again", refundableCentavos: 4_700 }]);
    expect((await refund(orderId, "again", 4_700)).status).toBe(200);
    expect(await sendRefunds(twice, orderId)).toEqual([
      { state: "refused", reason: "surplus" },
      { state: "done", reason: "surplus" },
    ]);
    expect(await straysOf(orderId)).toEqual([]);
  });
});

test("[D4.24] a courtesy is given once for one press, takes no more than there is, and premium without an end ends by itself", async () => {
  const buyer = await makeBuyer();
  const params = { id: buyer.id };
  const body = { requestId: randomUUID(), tokens: 5, conversations: 1, reason: "Falha nossa" };
  await staff.api.billing.grantCourtesy({ params, body });
  await staff.api.billing.grantCourtesy({ params, body });
  expect(await entitlementOf(buyer.id)).toMatchObject({ tokens: 5, conversations: 1 });
  const less = { requestId: randomUUID(), tokens: -9, reason: "Engano" };
  expect((await staff.api.billing.grantCourtesy({ params, body: less })).body).toMatchObject({ tokens: 0 });
  await makePaidOrder(world, buyer, "premium_monthly");
  for (const hasPremium of [true, false]) {
    const toggle = { requestId: randomUUID(), hasPremium, reason: "Cortesia" };
    const { body: after } = await staff.api.billing.grantCourtesy({ params, body: toggle });
    expect(after.hasCourtesyPremium).toBe(hasPremium);
  }
  const { premiumUntil } = await entitlementOf(buyer.id);
  expect(premiumUntil?.getTime()).toBeGreaterThan(Date.now());
  expect((await auditOf(buyer.id)).map(({ action }) => action)).toEqual([
    "courtesy.granted",
    "courtesy.revoked",
    "courtesy.granted",
    "courtesy.revoked",
  ]);
});

test("[D4.31] revenue is what was paid on a day of São Paulo, less what of it went back; payments of the sandbox stay apart", async () => {
  const before = await revenueOfToday();
  const trials = await revenueOfToday({ isLive: false });
  const buyer = await makeBuyer();
  const { orderId } = await makePaidOrder(world, buyer);
  await makePaidOrder(world, buyer, "premium_quarterly");
  const body = { requestId: randomUUID(), centavos: 4_700, reason: "Desistência" };
  await staff.api.billing.staffRefund({ params: { id: orderId }, body });
  await runJobs(world);
  expect(await revenueOfToday()).toEqual(before);
  const after = await revenueOfToday({ isLive: false });
  expect(after.centavos - trials.centavos).toBe(31_900);
  expect(after.returned - trials.returned).toBe(4_700);
  await world.owner.updateTable("productOrder").set({ isLive: true }).where("memberId", "=", buyer.id).execute();
  expect(await revenueOfToday()).toEqual({ centavos: before.centavos + 31_900, returned: before.returned + 4_700 });
});

async function revenueOfToday({ isLive = true } = {}) {
  const { body } = await staff.api.billing.revenue({ query: { days: 1 } });
  const days = body.days.filter((day) => day.isLive === isLive);
  const sum = (key: "centavos" | "returnedCentavos") => days.reduce((total, day) => total + day[key], 0);
  return { centavos: sum("centavos"), returned: sum("returnedCentavos") };
}

test("[D4.31] the table for spreadsheets holds no formula, and only the staff gets it", async () => {
  const buyer = await makeBuyer("Ana");
  await world.owner.updateTable("profile").set({ name: "=1+1" }).where("memberId", "=", buyer.id).execute();
  const { orderId } = await makePaidOrder(world, buyer);
  const response = await staff.raw(`/api/admin/orders.csv?q=${orderId}`);
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const text = await response.text();
  expect(text).toContain(`"${orderId}"`);
  expect(text).toContain('"Ambiente de testes";"sim";"Pago"');
  expect(text).toContain('"\'=1+1"');
  const { browser } = await makeSignedIn(world, { role: "daddy" });
  expect((await browser.raw("/api/admin/orders.csv")).status).toBe(404);
});
