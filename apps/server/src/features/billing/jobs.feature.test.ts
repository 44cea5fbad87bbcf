import { longDayText } from "@caramelo/contract/formats/moments";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { getBalance, grant } from "../../testing/entitlements.ts";
import { runJobs } from "../../testing/jobs.ts";
import { makeOpenOrder, makePaidOrder } from "../../testing/orders.ts";
import { withProvider } from "../../testing/payment-provider.ts";
import { makeMember } from "../../testing/people.ts";
import { race } from "../../testing/race.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { addReturn, changePayment, findPayment } from "../sandbox/queries.ts";
import { remindOfEnds, sendRefund } from "./jobs.ts";
import { reconcileAllOrders, reconcileOrders } from "./reconcile-jobs.ts";
import { listFailedRefunds } from "./return-queries.ts";
import { settleOrder } from "./settle-order.ts";

const world = await openWorld();
const DAY_MS = 86_400_000;

async function makeBuyer() {
  const { id, browser } = await makeSignedIn(world, { role: "daddy" });
  return { id, role: "daddy" as const, api: browser.api };
}

const returnsOf = (orderId: string) =>
  world.db.selectFrom("moneyReturn").selectAll().where("orderId", "=", orderId).orderBy("createdAt").execute();

const orderOf = (id: string) =>
  world.db.selectFrom("productOrder").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

const pay = (paymentToken: string) => changePayment(world.db, paymentToken, "paid", world.context.clock.now());

/** Does the work as if `ms` had passed without any jobs. */
async function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
  world.pass(ms);
  return work().finally(() => world.pass(-ms));
}

const mailsTo = (memberId: string) =>
  world.owner
    .selectFrom("mail")
    .innerJoin("member", "member.email", "mail.recipient")
    .where("member.id", "=", memberId)
    .select(["mail.kind", "bodyText"])
    .execute();

describe("the reconciliation", () => {
  test("[TD.06][D4.10] of every night finds the payment of an order that expired days ago", async () => {
    const buyer = await makeBuyer();
    const { orderId, paymentToken } = await makeOpenOrder(world, buyer);
    await later(DAY_MS, () => reconcileOrders(world.context));
    expect(await orderOf(orderId)).toMatchObject({ state: "expired" });
    await pay(paymentToken);
    await later(10 * DAY_MS, () => reconcileOrders(world.context));
    expect(await getBalance(world.db, buyer)).toMatchObject({ tokens: 0 });
    await later(10 * DAY_MS, () => reconcileAllOrders(world.context));
    // The order and its receipt have the day of the payment, not the day of the reconciliation that found the payment.
    const { state, paidAt } = await orderOf(orderId);
    const { paidAt: paidThere } = (await findPayment(world.db, paymentToken)) ?? {};
    expect({ state, paidAt }).toEqual({ state: "paid", paidAt: paidThere });
    expect(await getBalance(world.db, buyer)).toMatchObject({ tokens: 100 });
    expect(await mailsTo(buyer.id)).toMatchObject([
      { kind: "receipt", bodyText: expect.stringContaining(`em ${longDayText(paidAt ?? 0)}`) },
    ]);
  });

  test("[TD.06] of every night takes back what was charged back within 180 days, without a webhook", async () => {
    const buyer = await makeBuyer();
    const { orderId, paymentToken } = await makePaidOrder(world, buyer);
    const dispute = { paymentId: paymentToken, id: orderId, kind: "dispute" as const, state: "open" as const };
    await addReturn(world.db, { ...dispute, centavos: 4_700, createdAt: new Date() });
    await later(179 * DAY_MS, () => reconcileAllOrders(world.context));
    expect(await orderOf(orderId)).toMatchObject({ state: "charged_back" });
    expect(await getBalance(world.db, buyer)).toMatchObject({ tokens: 0 });
  });

  test("[D4.33] leaves a provider alone that does not answer at all", async () => {
    const { id } = await makeBuyer();
    for (let i = 0; i < 11; i += 1) await makeOpenOrder(world, { id, role: "daddy" });
    let askCount = 0;
    const context = withProvider(world, {
      listPayments: () => {
        askCount += 1;
        throw new Error("no answer");
      },
    });
    await reconcileOrders(context);
    expect(askCount).toBe(10);
  });

  test("[D4.33] goes on asking a provider that fails often, but never ten times in a row", async () => {
    const { id } = await makeBuyer();
    const orders: string[] = [];
    for (let i = 0; i < 25; i += 1) orders.push((await makeOpenOrder(world, { id, role: "daddy" })).orderId);
    let calls = 0;
    const askedOrderIds: string[] = [];
    const context = withProvider(world, {
      listPayments: (payments) => {
        calls += 1;
        askedOrderIds.push(...payments.map(({ claims }) => claims.orderId));
        if (calls % 10 !== 0) throw new Error("no answer");
        return payments;
      },
    });
    await reconcileOrders(context);
    expect(askedOrderIds).toEqual(expect.arrayContaining(orders));
  });

  test("does not ask for orders of a provider that is not configured any more", async () => {
    const buyer = await makeBuyer();
    const { orderId } = await makeOpenOrder(world, buyer);
    await world.owner.updateTable("productOrder").set({ provider: "gone" }).where("id", "=", orderId).execute();
    const before = world.logged.length;
    await reconcileOrders(world.context);
    expect(world.logged.slice(before).filter((line) => line.includes(orderId))).toEqual([]);
    const { failure } = await buyer.api.billing.checkPayment({ params: { id: orderId } });
    expect(failure.code).toBe("PAYMENT_UNAVAILABLE");
  });
});

describe("a refund", () => {
  test("[D4.33] that the provider does later is recorded by the reconciliation", async () => {
    const buyer = await makeBuyer();
    const { orderId, paymentToken } = await makePaidOrder(world, buyer);
    await buyer.api.billing.withdraw({ params: { id: orderId } });
    const [askedReturn] = await returnsOf(orderId);
    const slow = withProvider(world, { refund: async () => "asked" });
    await sendRefund(slow, { orderId, returnId: askedReturn?.returnId ?? "" });
    expect(await returnsOf(orderId)).toMatchObject([{ state: "requested" }]);
    const refund = {
      paymentId: paymentToken,
      id: askedReturn?.returnId ?? "",
      kind: "refund" as const,
      state: "done" as const,
    };
    await addReturn(world.db, { ...refund, centavos: 4_700, createdAt: new Date() });
    await reconcileOrders(world.context);
    expect(await orderOf(orderId)).toMatchObject({ state: "refunded" });
    await runJobs(world);
  });

  test("[D4.12][D4.14] of money that the provider has returned by itself is refused, and the order is settled at once", async () => {
    const buyer = await makeBuyer();
    const { orderId, paymentToken } = await makePaidOrder(world, buyer);
    const own = { paymentId: paymentToken, id: "own", kind: "refund" as const, state: "done" as const };
    await addReturn(world.db, { ...own, centavos: 4_700, createdAt: new Date() });
    expect((await buyer.api.billing.withdraw({ params: { id: orderId } })).status).toBe(200);
    await runJobs(world);
    const sentReturns = world.db.selectFrom("sandboxReturn").where("paymentId", "=", paymentToken).select("id");
    expect(await sentReturns.execute()).toEqual([{ id: "own" }]);
    expect(await orderOf(orderId)).toMatchObject({ state: "refunded" });
    expect(await getBalance(world.db, buyer)).toMatchObject({ tokens: 0 });
  });

  test("[D4.33] that was done before the provider refuses it, requested twice, stays done, and its history tells of no refusal", async () => {
    const buyer = await makeBuyer();
    const { orderId } = await makePaidOrder(world, buyer);
    await buyer.api.billing.withdraw({ params: { id: orderId } });
    const [askedReturn] = await returnsOf(orderId);
    // The answer to an earlier request was lost, and its webhook is settled before the provider refuses this one.
    const context = withProvider(world, {
      refund: async (_, pass) => {
        await pass();
        await settleOrder(world.context, orderId);
        return "refused";
      },
    });
    await sendRefund(context, { orderId, returnId: askedReturn?.returnId ?? "" });
    expect((await returnsOf(orderId)).map(({ state }) => state)).toEqual(["done"]);
    const events = world.db.selectFrom("orderEvent").where("orderId", "=", orderId).select("kind").orderBy("position");
    expect((await events.execute()).map(({ kind }) => kind)).not.toContain("refund refused");
    // The job comes once more after its acknowledgement was lost.
    let refundCount = 0;
    const counting = withProvider(world, {
      listPayments: () => [],
      refund: async () => {
        refundCount += 1;
        return "asked";
      },
    });
    await sendRefund(counting, { orderId, returnId: askedReturn?.returnId ?? "" });
    expect(refundCount).toBe(0);
    await runJobs(world);
  });

  test("[D4.33] that was never sent, because the server died over its job, is sent by the next reconciliation but one", async () => {
    const buyer = await makeBuyer();
    const { orderId } = await makePaidOrder(world, buyer);
    await buyer.api.billing.withdraw({ params: { id: orderId } });
    await reconcileOrders(world.context);
    expect(await returnsOf(orderId)).toMatchObject([{ state: "requested" }]);
    await later(16 * 60_000, () => reconcileOrders(world.context));
    expect(await orderOf(orderId)).toMatchObject({ state: "refunded" });
    await runJobs(world);
    expect(await returnsOf(orderId)).toHaveLength(1);
  });

  test("[D4.33] that the provider is slow with is not requested again, even when it keeps no id of ours", async () => {
    const buyer = await makeBuyer();
    const { orderId } = await makePaidOrder(world, buyer);
    await buyer.api.billing.withdraw({ params: { id: orderId } });
    let refundCount = 0;
    const slow = { id: "77", kind: "refund" as const, centavos: 4_700, state: "requested" as const, isUnnamed: true };
    const context = withProvider(world, {
      listPayments: (payments) => payments.map((payment) => ({ ...payment, returns: refundCount > 0 ? [slow] : [] })),
      refund: async () => {
        refundCount += 1;
        return "asked";
      },
    });
    for (const days of [1, 3, 5]) await later(days * DAY_MS, () => reconcileOrders(context));
    expect(refundCount).toBe(1);
    await later(6 * DAY_MS, () => reconcileOrders(world.context));
    expect(await orderOf(orderId)).toMatchObject({ state: "refunded" });
    await runJobs(world);
  });

  test("[D4.14][D4.33] of a withdrawal that the provider fails is requested again, by the member or in the night, and comes about once", async () => {
    const buyer = await makeBuyer();
    const { orderId } = await makePaidOrder(world, buyer);
    const params = { id: orderId };
    await buyer.api.billing.withdraw({ params });
    await failRefunds(orderId);
    expect((await buyer.api.billing.order({ params })).body).toMatchObject({ isReturning: false, state: "paid" });
    expect((await buyer.api.billing.withdraw({ params })).body).toMatchObject({ isReturning: true });
    await failRefunds(orderId);
    await later(9 * DAY_MS, () => reconcileAllOrders(world.context));
    await later(9 * DAY_MS, () => reconcileAllOrders(world.context));
    expect((await returnsOf(orderId)).map(({ state }) => state)).toEqual(["failed", "failed", "requested"]);
    await runJobs(world);
    expect(await orderOf(orderId)).toMatchObject({ state: "refunded" });
    expect(await getBalance(world.db, buyer)).toMatchObject({ tokens: 0 });
  });

  test("[D4.33] that has failed five times is left to the staff, and the log says so", async () => {
    const buyer = await makeBuyer();
    const { orderId } = await makePaidOrder(world, buyer);
    await buyer.api.billing.withdraw({ params: { id: orderId } });
    for (let night = 1; night <= 7; night += 1) {
      await failRefunds(orderId);
      await later(night * DAY_MS, () => reconcileAllOrders(world.context));
    }
    expect((await returnsOf(orderId)).map(({ state }) => state)).toEqual(Array(5).fill("failed"));
    expect(world.logged.some((line) => line.includes("failed for good") && line.includes(orderId))).toBe(true);
  });

  test("[D4.33] that cannot be requested again does not keep those of other orders from being requested", async () => {
    const orderIds: string[] = [];
    for (let i = 0; i < 2; i += 1) {
      const buyer = await makeBuyer();
      const { orderId } = await makePaidOrder(world, buyer);
      await buyer.api.billing.withdraw({ params: { id: orderId } });
      await failRefunds(orderId);
      orderIds.push(orderId);
    }
    const failedReturns = await listFailedRefunds(world.db, new Date(0));
    const [first, second] = failedReturns.map(({ orderId }) => orderId).filter((id) => orderIds.includes(id));
    if (!first || !second) throw new Error("both refunds have failed");
    await sql`
      create function refuse_first_order() returns trigger language plpgsql as $$
        begin raise exception 'disk full' using errcode = '53100'; end $$;
      create trigger refuse_first_order before insert on money_return
        for each row when (new.order_id = ${sql.lit(first)}) execute function refuse_first_order()`.execute(
      world.owner,
    );
    onTestFinished(async () => {
      await sql`drop function refuse_first_order cascade`.execute(world.owner);
    });
    await later(DAY_MS, () => reconcileAllOrders(world.context));
    const statesOf = async (orderId: string) => (await returnsOf(orderId)).map(({ state }) => state);
    expect([await statesOf(first), await statesOf(second)]).toEqual([["failed"], ["failed", "requested"]]);
    expect(world.logged.some((line) => line.includes("could not ask for a refund again") && line.includes(first))).toBe(
      true,
    );
  });

  /** Lets the provider say that each refund that was asked for has failed. */
  async function failRefunds(orderId: string): Promise<void> {
    const askedReturns = (await returnsOf(orderId)).filter(({ state }) => state === "requested");
    const failedReturns = askedReturns.map(({ returnId: id, centavos }) => {
      return { id, kind: "refund" as const, centavos, state: "failed" as const };
    });
    const context = withProvider(world, {
      refund: async () => "asked",
      listPayments: (payments) => payments.map((payment) => ({ ...payment, returns: failedReturns })),
    });
    for (const { returnId } of askedReturns) await sendRefund(context, { orderId, returnId });
  }
});

describe("money that was paid twice", () => {
  test("[D4.28][D4.14] goes back, and the order stays one that its buyer may withdraw from and the staff may refund", async () => {
    const buyer = await makeBuyer();
    const { orderId } = await makePaidOrder(world, buyer);
    const askedOrderIds: string[] = [];
    const returnedIds: { id: string; kind: "refund"; centavos: number; state: "done" }[] = [];
    const context = withProvider(world, {
      listPayments: (payments) =>
        payments.flatMap((payment) => [payment, { ...payment, id: `${payment.id}-again`, returns: returnedIds }]),
      refund: async ({ paymentId, returnId, centavos }) => {
        askedOrderIds.push(paymentId);
        returnedIds.push({ id: returnId, kind: "refund", centavos, state: "done" });
        return "asked";
      },
    });
    await settleOrder(context, orderId);
    const [row] = await returnsOf(orderId);
    await sendRefund(context, { orderId, returnId: row?.returnId ?? "" });
    await settleOrder(context, orderId);
    expect(askedOrderIds).toEqual([expect.stringMatching(/-again$/)]);
    expect(await getBalance(world.db, buyer)).toMatchObject({ tokens: 100 });
    const params = { id: orderId };
    expect((await buyer.api.billing.order({ params })).body).toMatchObject({
      state: "paid",
      returnedCentavos: 0,
      isReturning: false,
      withdrawUntil: expect.any(String),
    });
    expect((await buyer.api.billing.withdraw({ params })).body).toMatchObject({ isReturning: true });
    await runJobs(world);
    expect(await orderOf(orderId)).toMatchObject({ state: "refunded" });
  });
});

describe("the reminder of an end", () => {
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
  const remindersTo = async (email: string) =>
    (await world.owner.selectFrom("mail").selectAll().where("recipient", "=", email).execute()).filter(
      ({ kind }) => kind === "end-reminder",
    );

  test("[D4.13] comes three days before, once, however often and however late the job runs", async () => {
    const { id, email } = await makeMember(world.owner, { role: "daddy" });
    await grant(world.db, { id }, { premiumUntil: inDays(4) });
    await remindOfEnds(world.context);
    expect(await remindersTo(email)).toHaveLength(0);
    await later(2.5 * DAY_MS, () => Promise.all([remindOfEnds(world.context), remindOfEnds(world.context)]));
    await later(3.5 * DAY_MS, () => remindOfEnds(world.context));
    const mails = await remindersTo(email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.bodyText).toContain("Nada se renova sozinho");
    await grant(world.db, { id }, { premiumUntil: inDays(34) });
    await later(32 * DAY_MS, () => remindOfEnds(world.context));
    expect(await remindersTo(email)).toHaveLength(2);
  });

  test("[D4.13] is mailed by one process alone when another one is recording it", async () => {
    const { id, email } = await makeMember(world.owner, { role: "daddy" });
    const endsAt = inDays(2);
    await grant(world.db, { id }, { premiumUntil: endsAt });
    const record = (trx: typeof world.db) =>
      trx.insertInto("endReminder").values({ memberId: id, what: "premium", endsAt }).execute();
    await race(world.owner, record, [() => remindOfEnds(world.context)]);
    expect(await remindersTo(email)).toEqual([]);
  });

  test("is not sent to a member whose premium goes on by courtesy, who has left, or who is suspended", async () => {
    const people = [
      [{}, { hasCourtesyPremium: true }],
      [{ deactivatedAt: new Date() }, {}],
      [{ suspendedAt: new Date() }, {}],
    ] as const;
    const emails: string[] = [];
    for (const [state, grantedAmounts] of people) {
      const { id, email } = await makeMember(world.owner, { role: "daddy", ...state });
      await grant(world.db, { id }, { premiumUntil: inDays(2), ...grantedAmounts });
      emails.push(email);
    }
    const { id, email: otherEmail } = await makeMember(world.owner, { role: "baby" });
    await grant(world.db, { id }, { highlightedUntil: inDays(2) });
    await remindOfEnds(world.context);
    for (const email of emails) expect(await remindersTo(email)).toHaveLength(0);
    expect(await remindersTo(otherEmail)).toHaveLength(1);
  });
});

// This test comes last, because the reconciliations of the other tests would read its orders, too.
test("[D4.33][TD.06] the reconciliation goes through more orders than one batch holds, and one that fails does not keep the others waiting", async () => {
  const { id: memberId } = await makeBuyer();
  const { orderId } = await makeOpenOrder(world, { id: memberId, role: "daddy" });
  const { paymentToken } = await makeOpenOrder(world, { id: memberId, role: "daddy" });
  for (let i = 0; i < 101; i += 1) await makeOpenOrder(world, { id: memberId, role: "daddy" });
  await pay(paymentToken);
  const context = withProvider(world, {
    listPayments: (payments) => {
      if (payments.some(({ claims }) => claims.orderId === orderId)) throw new Error("no answer");
      return payments;
    },
  });
  expect(await reconcileOrders(context)).toBeGreaterThanOrEqual(103);
  expect(await getBalance(world.db, { id: memberId })).toMatchObject({ tokens: 100 });
});
