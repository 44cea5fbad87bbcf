import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { changeOrder } from "../features/billing/order-queries.ts";
import { settleOrder } from "../features/billing/settle-order.ts";
import type { OrderToPay, Payment, PaymentProvider, Webhook } from "../platform/payments/provider.ts";
import { makeOrder } from "./orders.ts";
import { makeMember } from "./people.ts";
import { holdWrites, race } from "./race.ts";
import type { World } from "./world.ts";

/** A provider's adapter, connected to a company that the test controls. */
export type ProviderRig = {
  /** The adapter, connected to a company that answers. */
  provider: PaymentProvider;
  /** The same adapter, connected to a company that does not answer. */
  unreachable: PaymentProvider;
  /** Pays an opened order, as its buyer would. */
  pay(order: OrderToPay): Promise<void>;
  /** Ends the time to pay an order at the company. */
  expire(order: OrderToPay): Promise<void>;
  /** Returns a webhook about an order's payment, as the company sends it. */
  webhook(order: OrderToPay): Promise<Webhook>;
  /** Returns webhooks that the company cannot have sent, each made from a real one, by its fault. */
  forge(genuine: Webhook): Record<string, Webhook>;
};

/** The tests that every provider's adapter must pass. `openRig` runs once, before the first test. */
export function testProvider(world: World, openRig: () => Promise<ProviderRig>): void {
  let rig: ProviderRig;
  beforeAll(async () => {
    rig = await openRig();
  });

  async function makeNewOrder(): Promise<OrderToPay> {
    const { id } = await makeMember(world.owner, { role: "daddy" });
    const { name, methods } = rig.provider;
    return makeOrder(world, { id, role: "daddy" }, { provider: name, ...(methods[0] && { method: methods[0] }) });
  }

  /** Opens the payment page of an order, and stores the reference by which the provider knows it. */
  async function open(order: OrderToPay): Promise<OrderToPay> {
    const { reference } = await rig.provider.open(order);
    if (reference === undefined) return order;
    await changeOrder(world.db, order.id, { reference });
    return { ...order, reference };
  }

  const makeOpenedOrder = async () => open(await makeNewOrder());

  async function makePaid(): Promise<{ order: OrderToPay; payment: Payment }> {
    const order = await makeOpenedOrder();
    await rig.pay(order);
    return { order, payment: onlyOne(await listPaid(order)) };
  }

  const listPaid = async (order: OrderToPay) =>
    (await rig.provider.listPayments(order)).filter(({ state }) => state === "paid");

  describe("the adapter of a payment provider", () => {
    test("[D4.22] names a way to pay, and how its page is shown", () => {
      expect(rig.provider.methods.length).toBeGreaterThan(0);
      expect(["frame", "redirect"]).toContain(rig.provider.presentation);
    });

    test("opens one payment page for an order, however often and at once it is asked", async () => {
      const order = await makeNewOrder();
      const openedPages = await Promise.all([rig.provider.open(order), rig.provider.open(order)]);
      const urls = new Set([...openedPages, await rig.provider.open(order)].map(({ url }) => url));
      expect(urls.size).toBe(1);
      const keptOrder = await open(order);
      await rig.pay(keptOrder);
      expect(await listPaid(keptOrder)).toHaveLength(1);
    });

    test("says nothing of an order that was never opened, and pending of an unpaid one", async () => {
      expect(await rig.provider.listPayments(await makeNewOrder())).toEqual([]);
      const payments = await rig.provider.listPayments(await makeOpenedOrder());
      expect(payments.filter(({ state }) => state !== "pending")).toEqual([]);
    });

    test("[TD.02] says of a paid order what its settlement compares: amount, currency, mode and order", async () => {
      const { order, payment } = await makePaid();
      expect(payment).toMatchObject({ centavos: order.centavos, currency: "BRL", returns: [] });
      expect(payment).toMatchObject({ isLive: rig.provider.isLive, claims: { orderId: order.id } });
      expect([null, order.memberId]).toContain(payment.claims.memberId);
      expect([null, order.product]).toContain(payment.claims.product);
      expect(payment.paidAt).toBeInstanceOf(Date);
    });

    test("[D4.07] says of a paid order what grants it once, however often it is settled", async () => {
      const { order } = await makePaid();
      const settle = () => settleOrder(world.context, order.id);
      await race(world.owner, holdWrites("ledgerEntry"), [settle, settle]);
      await settle();
      const entries = world.db.selectFrom("ledgerEntry").where("orderId", "=", order.id).select("kind");
      expect(await entries.execute()).toEqual([{ kind: "purchase" }]);
    });

    test("says that the time to pay has ended, or at least nothing else", async () => {
      const order = await makeOpenedOrder();
      await rig.expire(order);
      const payments = await rig.provider.listPayments(order);
      expect(payments.filter(({ state }) => state !== "expired")).toEqual([]);
    });

    test("asks for money back once, however often it is asked with one id, and names that id if it keeps it", async () => {
      const { order, payment } = await makePaid();
      const returnId = randomUUID().replaceAll("-", "");
      const request = { orderId: order.id, paymentId: payment.id, returnId, centavos: 1_000 };
      expect(await rig.provider.refund(request)).toBe("asked");
      expect(await rig.provider.refund(request)).toBe("asked");
      const { returns } = onlyOne(await listPaid(order));
      expect(returns).toMatchObject([{ kind: "refund", centavos: 1_000 }]);
      if (!returns[0]?.isUnnamed) expect(returns[0]?.id).toBe(returnId);
      expect(["requested", "done"]).toContain(returns[0]?.state);
    });

    test("asks for the rest of the money with another id", async () => {
      const { order, payment } = await makePaid();
      const parts = [1_000, order.centavos - 1_000];
      for (const centavos of parts) {
        const returnId = randomUUID().replaceAll("-", "");
        await rig.provider.refund({ orderId: order.id, paymentId: payment.id, returnId, centavos });
      }
      const { returns } = onlyOne(await listPaid(order));
      expect(returns.map(({ centavos }) => centavos).toSorted((a, b) => a - b)).toEqual(parts);
    });

    test("[D4.12] refuses to return more than is left of what was paid, also at once", async () => {
      const { order, payment } = await makePaid();
      const refund = (centavos: number) => {
        const returnId = randomUUID().replaceAll("-", "");
        return rig.provider.refund({ orderId: order.id, paymentId: payment.id, returnId, centavos });
      };
      expect(await refund(order.centavos + 1)).toBe("refused");
      const outcomes = await Promise.all([refund(order.centavos), refund(order.centavos)]);
      expect(outcomes.toSorted()).toEqual(["asked", "refused"]);
      expect(await refund(1)).toBe("refused");
      const { returns } = onlyOne(await listPaid(order));
      expect(returns.map(({ centavos }) => centavos)).toEqual([order.centavos]);
    });

    test("[TD.01] reads the order and the payment of a webhook that its company sent", async () => {
      const { order } = await makePaid();
      const subjects = await rig.provider.readWebhook(await rig.webhook(order), world.context.clock.now());
      const { paymentId, orderId } = onlyOne(subjects ?? []);
      expect(paymentId).not.toBe("");
      expect(orderId ?? (await rig.provider.findOrderId?.(paymentId))).toBe(order.id);
    });

    test("[D4.21] refuses every webhook that its company cannot have sent", async () => {
      const { order } = await makePaid();
      const forged = Object.entries(rig.forge(await rig.webhook(order)));
      expect(forged.length).toBeGreaterThan(0);
      for (const [what, webhook] of forged)
        expect([what, await rig.provider.readWebhook(webhook, world.context.clock.now())]).toEqual([what, undefined]);
    });

    test("throws while its company does not answer, and says nothing about the order", async () => {
      const { order, payment } = await makePaid();
      const { unreachable } = rig;
      const returnId = randomUUID().replaceAll("-", "");
      const refund = { orderId: order.id, paymentId: payment.id, returnId, centavos: order.centavos };
      await expect(unreachable.open(await makeNewOrder())).rejects.toThrow();
      await expect(unreachable.listPayments(order)).rejects.toThrow();
      await expect(unreachable.refund(refund)).rejects.toThrow();
    });
  });
}

function onlyOne<T>(list: T[]): T {
  expect(list).toHaveLength(1);
  const [payment] = list;
  if (payment === undefined) throw new Error("there is none");
  return payment;
}
