import type { OrderState, Product } from "@caramelo/contract/billing/calls";
import { prices } from "@caramelo/contract/billing/prices";
import { describe, expect, test } from "vitest";
import { fc } from "../../../../../testing/properties.ts";
import type { MoneyReturn, Payment } from "../../platform/payments/provider.ts";
import { applyAmounts, type Entitlement, type OrderEntry } from "./amount-rules.ts";
import { type KnownReturn, mergeReturns, type PaymentReturn } from "./return-rules.ts";
import { isStray, listMismatches, type Order, planSettlement } from "./settlement-rules.ts";

const NOW = new Date("2026-11-22T12:00:00Z");
const EMPTY: Entitlement = { tokens: 0, conversations: 0, premiumUntil: null, highlightedUntil: null };

function orderOf(product: Product, changes: Partial<Order> = {}): Order {
  const expiresAt = new Date(NOW.getTime() + 30 * 60_000);
  const { centavos } = prices[product];
  return { id: "order", memberId: "ana", product, centavos, isLive: false, state: "created", expiresAt, ...changes };
}

function paymentOf(order: Order, changes: Partial<Payment> = {}): Payment {
  const claims = { orderId: order.id, memberId: order.memberId, product: order.product };
  const facts = {
    state: "pending" as const,
    paidAt: null,
    centavos: order.centavos,
    currency: "BRL",
    isLive: order.isLive,
  };
  return { id: "payment", ...facts, claims, returns: [], ...changes };
}

/** What the product stores of an order, and of its buyer. */
type StoredOrder = {
  order: Order;
  entries: OrderEntry[];
  returns: PaymentReturn[];
  left: Entitlement;
  asked: string[];
};

const storedFor = (product: Product, leftEntitlement: Entitlement = EMPTY): StoredOrder => ({
  order: orderOf(product),
  entries: [],
  returns: [],
  left: leftEntitlement,
  asked: [],
});

/** Settles what was read, as the server does in one transaction. */
function settle(storedOrder: StoredOrder, payments: Payment[], now = NOW): StoredOrder {
  const returns = mergeReturns(storedOrder.returns, payments);
  const { state, entries, surplus } = planSettlement({ ...storedOrder, returns }, payments, now);
  const leftEntitlement = entries.reduce((before, entry) => applyAmounts(before, entry, now), storedOrder.left);
  const askedPaymentIds = [...storedOrder.asked, ...surplus.map(({ paymentId }) => paymentId)];
  return {
    order: { ...storedOrder.order, state },
    entries: [...storedOrder.entries, ...entries],
    returns,
    left: leftEntitlement,
    asked: askedPaymentIds,
  };
}

const refund = (id: string, centavos: number): MoneyReturn => ({ id, kind: "refund", centavos, state: "done" });
const dispute = (id: string, centavos: number, state: MoneyReturn["state"] = "open"): MoneyReturn => ({
  id,
  kind: "dispute",
  centavos,
  state,
});
const paidWith = (order: Order, returns: MoneyReturn[] = []): Payment[] => [
  paymentOf(order, { state: "paid", paidAt: NOW, returns }),
];

describe("a payment", () => {
  test.each([
    ["tokens", { tokens: 100, conversations: 10 }],
    ["premium_monthly", { premiumUntil: new Date("2026-12-22T12:00:00Z") }],
    ["premium_quarterly", { premiumUntil: new Date("2027-02-22T12:00:00Z") }],
    ["highlight", { highlightedUntil: new Date("2026-12-22T12:00:00Z") }],
  ] as const)("[D4.07] of %s grants what the catalogue says", (product, grantedAmounts) => {
    const storedOrder = settle(storedFor(product), paidWith(orderOf(product)));
    expect(storedOrder.left).toEqual({ ...EMPTY, ...grantedAmounts });
    expect(storedOrder.order.state).toBe("paid");
  });

  test("[D4.07] extends what runs, and ends on the last day of a month that is shorter", () => {
    const runs = { ...EMPTY, premiumUntil: new Date("2027-01-31T12:00:00Z") };
    const storedOrder = settle(storedFor("premium_monthly", runs), paidWith(orderOf("premium_monthly")));
    expect(storedOrder.left.premiumUntil).toEqual(new Date("2027-02-28T12:00:00Z"));
  });

  test("[D4.07] that is read a thousand times grants once", () => {
    const payments = paidWith(orderOf("tokens"));
    let storedOrder = storedFor("tokens");
    for (let readCount = 0; readCount < 1_000; readCount++) storedOrder = settle(storedOrder, payments);
    expect(storedOrder.left).toEqual({ ...EMPTY, tokens: 100, conversations: 10 });
    expect(storedOrder.entries).toHaveLength(1);
  });

  test("[D4.10] that comes after the order expired still grants", () => {
    const later = new Date(NOW.getTime() + 3_600_000);
    const expired = settle(storedFor("tokens"), [paymentOf(orderOf("tokens"))], later);
    expect(expired.order.state).toBe("expired");
    const paidOrder = settle(expired, paidWith(orderOf("tokens")), later);
    expect(paidOrder).toMatchObject({ order: { state: "paid" }, left: { tokens: 100 } });
  });

  test("[D4.09] may come for a quarter of an hour after the time to pay, which the provider may end late, before the order expires", () => {
    const order = orderOf("tokens");
    const stateAt = (ms: number) =>
      settle(storedFor("tokens"), [paymentOf(order)], new Date(order.expiresAt.getTime() + ms)).order.state;
    expect([0, 15 * 60_000].map(stateAt)).toEqual(["pending", "pending"]);
    expect(stateAt(15 * 60_000 + 1)).toBe("expired");
  });

  test("a second payment of one order grants nothing, and its money is to go back", () => {
    const order = orderOf("tokens");
    const second = paymentOf(order, { id: "second", state: "paid", paidAt: new Date(NOW.getTime() + 1_000) });
    const storedOrder = settle(storedFor("tokens"), [second, ...paidWith(order)]);
    expect(storedOrder).toMatchObject({ left: { tokens: 100 }, asked: ["second"] });
    const back = { ...second, returns: [{ ...refund("r", order.centavos), state: "requested" as const }] };
    expect(settle(storedOrder, [...paidWith(order), back]).asked).toEqual(["second"]);
  });
});

test("an entry of the ledger says until when time runs from then on, and nothing where it grants or takes no time", () => {
  const until = new Date("2026-12-22T12:00:00Z");
  const entryOf = (product: Product) => {
    const order = orderOf(product);
    const leftEntitlement = { ...EMPTY, premiumUntil: NOW, highlightedUntil: NOW };
    return planSettlement({ order, entries: [], returns: [], left: leftEntitlement }, paidWith(order), NOW).entries;
  };
  expect(entryOf("tokens")).toMatchObject([{ premiumUntil: null, highlightedUntil: null }]);
  expect(entryOf("premium_monthly")).toMatchObject([{ premiumUntil: until, highlightedUntil: null }]);
  expect(entryOf("highlight")).toMatchObject([{ premiumUntil: null, highlightedUntil: until }]);
});

test("[D4.07] of two payments the earlier one grants, and of two at once the first by its id", () => {
  const order = orderOf("tokens");
  const paidPayment = (id: string, paidAt: Date | null) => paymentOf(order, { id, state: "paid", paidAt });
  const grantedOf = (...payments: Payment[]) =>
    planSettlement({ order, entries: [], returns: [], left: EMPTY }, payments, NOW).grantedPaymentId;
  const later = new Date(NOW.getTime() + 1);
  expect(grantedOf(paidPayment("a", later), paidPayment("b", NOW))).toBe("b");
  expect(grantedOf(paidPayment("b", NOW), paidPayment("a", NOW))).toBe("a");
  // A provider may not say when a payment was made. Such a payment counts as the earliest.
  expect(grantedOf(paidPayment("b", NOW), paidPayment("a", null))).toBe("a");
});

test("[D4.09] an order whose payments only wait or were refused moves forward among these states, and grants nothing", () => {
  const order = orderOf("tokens");
  const plannedState = (...states: Payment["state"][]) =>
    planSettlement(
      { order, entries: [], returns: [], left: EMPTY },
      states.map((state, at) => paymentOf(order, { id: String(at), state })),
      NOW,
    );
  expect(plannedState()).toEqual({ state: "created", grantedPaymentId: undefined, entries: [], surplus: [] });
  expect(plannedState("pending").state).toBe("pending");
  expect(plannedState("refused", "pending").state).toBe("refused");
  expect(settle({ ...storedFor("tokens"), order: orderOf("tokens", { state: "refused" }) }, []).order.state).toBe(
    "refused",
  );
});

describe("money that goes back", () => {
  test("[D4.32] of a payment that granted nothing takes nothing of the order", () => {
    const order = orderOf("tokens");
    const back = paymentOf(order, { id: "second", state: "paid", paidAt: new Date(NOW.getTime() + 1) });
    const returns = [refund("r", order.centavos)];
    const storedOrder = settle(settle(storedFor("tokens"), paidWith(order)), [
      ...paidWith(order),
      { ...back, returns },
    ]);
    expect(storedOrder).toMatchObject({ order: { state: "paid" }, left: { tokens: 100, conversations: 10 } });
  });

  test("[D4.11] takes all of the grant with a whole refund, and the order stays refunded", () => {
    const order = orderOf("premium_monthly");
    const paidOrder = settle(storedFor("premium_monthly"), paidWith(order));
    const storedOrder = settle(paidOrder, paidWith(order, [refund("r", order.centavos)]));
    expect(storedOrder.order.state).toBe("refunded");
    expect(storedOrder.left.premiumUntil).toEqual(NOW);
    expect(settle(storedOrder, paidWith(order)).order.state).toBe("refunded");
  });

  test("takes each refund's part of the grant", () => {
    const order = orderOf("tokens");
    const half = settle(settle(storedFor("tokens"), paidWith(order)), paidWith(order, [refund("a", 2_350)]));
    expect(half).toMatchObject({ order: { state: "paid" }, left: { tokens: 50, conversations: 5 } });
    const all = settle(half, paidWith(order, [refund("a", 2_350), refund("b", 2_350)]));
    expect(all).toMatchObject({ order: { state: "refunded" }, left: { tokens: 0, conversations: 0 } });
  });

  test("[D4.12] takes no more than is left, and a won dispute gives back what was taken", () => {
    const order = orderOf("tokens");
    const paidOrder = settle(storedFor("tokens"), paidWith(order));
    const spentOrder = { ...paidOrder, left: { ...paidOrder.left, tokens: 30, conversations: 8 } };
    const disputed = settle(spentOrder, paidWith(order, [dispute("d", order.centavos)]));
    expect(disputed).toMatchObject({ order: { state: "charged_back" }, left: { tokens: 0, conversations: 0 } });
    const won = settle(disputed, paidWith(order, [dispute("d", order.centavos, "won")]));
    expect(won).toMatchObject({ order: { state: "paid" }, left: { tokens: 30, conversations: 8 } });
  });

  test("[D4.11] a won dispute gives back nothing that another return took", () => {
    const order = orderOf("tokens");
    const half = settle(settle(storedFor("tokens"), paidWith(order)), paidWith(order, [refund("r", 2_350)]));
    const spentOrder = { ...half, left: { ...half.left, tokens: 0, conversations: 0 } };
    const disputed = settle(spentOrder, paidWith(order, [refund("r", 2_350), dispute("d", 2_350)]));
    const won = settle(disputed, paidWith(order, [refund("r", 2_350), dispute("d", 2_350, "won")]));
    expect(won).toMatchObject({ order: { state: "paid" }, left: { tokens: 0, conversations: 0 } });
  });

  test("[D4.11] a dispute that was won before it was ever seen changes nothing", () => {
    const order = orderOf("tokens");
    const storedOrder = settle(storedFor("tokens"), paidWith(order, [dispute("d", order.centavos, "won")]));
    expect(storedOrder).toMatchObject({ order: { state: "paid" }, left: { tokens: 100 } });
  });

  test("[D4.39] a refund that fails after it was done gives back what it took, and another request takes it again", () => {
    const order = orderOf("tokens");
    const failedRefund = { ...refund("a", order.centavos), state: "failed" as const };
    const paidOrder = settle(storedFor("tokens"), paidWith(order));
    const spentOrder = { ...paidOrder, left: { ...paidOrder.left, tokens: 30 } };
    const refunded = settle(spentOrder, paidWith(order, [refund("a", order.centavos)]));
    expect(refunded).toMatchObject({ order: { state: "refunded" }, left: { tokens: 0, conversations: 0 } });
    const back = settle(refunded, paidWith(order, [failedRefund]));
    expect(back).toMatchObject({ order: { state: "paid" }, left: { tokens: 30, conversations: 10 } });
    // An old answer, from before the failure, changes nothing.
    expect(settle(back, paidWith(order, [refund("a", order.centavos)]))).toMatchObject({
      order: { state: "paid" },
      entries: back.entries,
      left: back.left,
    });
    const again = settle(back, paidWith(order, [failedRefund, refund("b", order.centavos)]));
    expect(again).toMatchObject({ order: { state: "refunded" }, left: { tokens: 0, conversations: 0 } });
  });

  test("[D4.39] a refund that was given up here but done by the provider counts as done", () => {
    const order = orderOf("tokens");
    const givenUp = { ...refund("a", order.centavos), state: "refused" as const, paymentId: "payment" };
    const paidOrder = { ...settle(storedFor("tokens"), paidWith(order)), returns: [givenUp] };
    const storedOrder = settle(paidOrder, paidWith(order, [refund("a", order.centavos)]));
    expect(storedOrder).toMatchObject({ order: { state: "refunded" }, left: { tokens: 0 } });
  });

  test("a refund that failed takes nothing", () => {
    const order = orderOf("tokens");
    const failedRefund = { ...refund("r", order.centavos), state: "failed" as const };
    expect(settle(storedFor("tokens"), paidWith(order, [failedRefund]))).toMatchObject({ left: { tokens: 100 } });
  });

  test("does not touch what a later purchase granted", () => {
    const order = orderOf("tokens");
    const half = settle(settle(storedFor("tokens"), paidWith(order)), paidWith(order));
    const spentOrder = { ...half, left: { ...half.left, tokens: 0 } };
    const first = settle(spentOrder, paidWith(order, [refund("a", 2_350)]));
    const secondOrder = { ...first, left: { ...first.left, tokens: 100 } };
    const second = settle(secondOrder, paidWith(order, [refund("a", 2_350), refund("b", 470)]));
    expect(second.left.tokens).toBe(90);
  });
});

type Event =
  | { type: "refuse" | "expire" | "pay" | "payAgain" }
  | { type: "refund" | "dispute"; id: string; centavos: number }
  | { type: "win" | "lose" | "fail"; id: string };

/** The payments after an event at the provider. An event that is impossible there changes nothing. */
function happen(payments: Payment[], order: Order, event: Event): Payment[] {
  const [first = paymentOf(order), ...others] = payments;
  const change = (changes: Partial<Payment>) => [{ ...first, ...changes }, ...others];
  const isPaid = first.state === "paid";
  if (event.type === "refuse") return first.state === "pending" ? change({ state: "refused" }) : payments;
  if (event.type === "expire") return isPaid ? payments : change({ state: "expired" });
  if (event.type === "pay") return isPaid ? payments : change({ state: "paid", paidAt: NOW });
  if (!isPaid) return payments;
  if (event.type === "payAgain")
    return [first, paymentOf(order, { id: "second", state: "paid", paidAt: new Date(NOW.getTime() + 1) })];
  const { returns } = first;
  if (!("id" in event)) return payments;
  if (!("centavos" in event)) {
    // A dispute is closed once; a refund that was done may fail after all.
    const [from, to] = CLOSINGS[event.type];
    return change({
      returns: returns.map((moneyReturn) =>
        moneyReturn.id === event.id && moneyReturn.state === from ? { ...moneyReturn, state: to } : moneyReturn,
      ),
    });
  }
  if (returns.some(({ id }) => id === event.id)) return payments;
  const newReturn = event.type === "refund" ? refund(event.id, event.centavos) : dispute(event.id, event.centavos);
  return change({ returns: [...returns, newReturn] });
}

const CLOSINGS = { win: ["open", "won"], lose: ["open", "lost"], fail: ["done", "failed"] } as const;

const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  fc.constantFrom<Event>({ type: "refuse" }, { type: "expire" }, { type: "pay" }, { type: "payAgain" }),
  fc.record({
    type: fc.constant("refund" as const),
    id: fc.constantFrom("r1", "r2", "r3"),
    centavos: fc.constantFrom(1, 470, 2_350, 4_700, 31_900),
  }),
  fc.record({
    type: fc.constant("dispute" as const),
    id: fc.constantFrom("d1", "d2"),
    centavos: fc.constantFrom(470, 4_700, 13_900),
  }),
  fc.record({ type: fc.constantFrom("win" as const, "lose" as const), id: fc.constantFrom("d1", "d2") }),
  fc.record({ type: fc.constant("fail" as const), id: fc.constantFrom("r1", "r2", "r3") }),
);
/** `read`: after the event, the server settles the payments of now or of some events ago, or it stores nothing. */
const anyStep = fc.record({ event: anyEvent, read: fc.constantFrom("now", "late", "dies", "not") });
const anyProduct = fc.constantFrom<Product>("tokens", "premium_monthly", "premium_quarterly", "highlight");

test("[D4.07][D4.09][D4.11][D4.12][D4.39] events in any order, late reads and crashes between any two end in the one state that the last facts define", () => {
  fc.assert(
    fc.property(anyProduct, fc.array(anyStep, { maxLength: 25 }), fc.nat(), (product, steps, lag) => {
      const order = orderOf(product);
      let payments: Payment[] = [paymentOf(order)];
      let storedOrder = storedFor(product);
      const seenPayments = [payments];
      for (const { event, read: readsBack } of steps) {
        payments = happen(payments, order, event);
        seenPayments.push(payments);
        const states: OrderState[] = [storedOrder.order.state];
        if (readsBack === "now") storedOrder = settle(storedOrder, payments);
        if (readsBack === "late")
          storedOrder = settle(storedOrder, seenPayments[lag % seenPayments.length] ?? payments);
        states.push(storedOrder.order.state);
        expect(Math.min(storedOrder.left.tokens, storedOrder.left.conversations)).toBeGreaterThanOrEqual(0);
        // An order that was paid never counts as unpaid again.
        if (["paid", "refunded", "charged_back"].includes(states[0] ?? ""))
          expect(["paid", "refunded", "charged_back"]).toContain(states[1]);
      }
      const end = settle(storedOrder, payments);
      const reference = settle(storedFor(product), payments);
      expect(end.order.state).toBe(reference.order.state);
      expect(end.left).toEqual(reference.left);
      // Settling once more changes nothing, and the balance is the sum of the entries.
      expect(settle(end, payments)).toMatchObject({ entries: end.entries, left: end.left });
      expect(end.left.tokens).toBe(end.entries.reduce((sum, { tokens }) => sum + tokens, 0));
    }),
  );
});

const sumOf = <K extends string>(rows: Record<K, number>[], key: K) => rows.reduce((sum, row) => sum + row[key], 0);
const takenOf = ({ entries }: StoredOrder) =>
  -sumOf(
    entries.filter(({ kind }) => kind !== "purchase"),
    "tokens",
  );

test("[D4.12] whatever was spent in between, nothing falls below zero and no dispute gives back more than was taken", () => {
  const anySpend = fc.integer({ min: 0, max: 100 });
  fc.assert(
    fc.property(fc.array(fc.tuple(anyStep, anySpend), { maxLength: 20 }), (steps) => {
      const order = orderOf("tokens");
      let payments = happen([paymentOf(order)], order, { type: "pay" });
      let storedOrder = settle(storedFor("tokens"), payments);
      let spentTokens = 0;
      for (const [{ event }, wish] of steps) {
        const spend = Math.min(wish, storedOrder.left.tokens);
        spentTokens += spend;
        storedOrder = { ...storedOrder, left: { ...storedOrder.left, tokens: storedOrder.left.tokens - spend } };
        payments = happen(payments, order, event);
        const takenAmounts = takenOf(storedOrder);
        storedOrder = settle(storedOrder, payments);
        expect(storedOrder.left.tokens).toBeGreaterThanOrEqual(0);
        expect(storedOrder.left.tokens + spentTokens).toBeLessThanOrEqual(100);
        // The tokens that correspond to the money that has gone back stay taken, as far as they were taken before.
        const away = storedOrder.returns.filter(({ state }) => ["done", "open", "lost"].includes(state));
        const share = Math.min(100, Math.round(sumOf(away, "centavos") / 47));
        expect(takenOf(storedOrder)).toBeGreaterThanOrEqual(Math.min(takenAmounts, share));
      }
    }),
  );
});

describe("a refund without our id", () => {
  const order = orderOf("tokens");
  const unnamed = (id: string, centavos: number, state: MoneyReturn["state"] = "done"): MoneyReturn => ({
    id,
    kind: "refund",
    centavos,
    state,
    isUnnamed: true,
  });
  const askedReturn = (id: string, centavos: number, minute: number): KnownReturn => ({
    id,
    kind: "refund",
    centavos,
    state: "requested",
    paymentId: "payment",
    askedAt: new Date(NOW.getTime() + minute * 60_000),
  });
  const namesOf = (knownReturns: KnownReturn[], returns: MoneyReturn[]) =>
    mergeReturns(knownReturns, paidWith(order, returns)).map(({ id, state }) => `${id} ${state}`);

  test("is matched with our earliest request of its amount; without a request it keeps the provider's id", () => {
    const knownReturns = [askedReturn("late", 100, 2), askedReturn("other", 200, 0), askedReturn("early", 100, 1)];
    expect(namesOf(knownReturns, [unnamed("1", 100)])).toEqual(["late requested", "other requested", "early done"]);
    expect(namesOf(knownReturns, [unnamed("1", 100), unnamed("2", 100), unnamed("3", 100)])).toEqual([
      "late done",
      "other requested",
      "early done",
      "3 done",
    ]);
  });

  test("is counted once when it was seen before we requested another one of its amount", () => {
    const seenReturn: KnownReturn = { ...refund("1", 100), paymentId: "payment", askedAt: null };
    const knownReturns = [seenReturn, askedReturn("ours", 100, 1)];
    expect(namesOf(knownReturns, [unnamed("1", 100)])).toEqual(["1 done", "ours requested"]);
    expect(namesOf(knownReturns, [unnamed("1", 100), unnamed("2", 100)])).toEqual(["1 done", "ours done"]);
  });

  test("is not matched with a request that was given up, unless the refund failed itself", () => {
    const knownReturns = (state: "failed" | "refused") => [
      { ...askedReturn("given up", 100, 0), state },
      askedReturn("again", 100, 1),
    ];
    const both = [unnamed("1", 100, "failed"), unnamed("2", 100)];
    for (const state of ["failed", "refused"] as const) {
      expect(namesOf(knownReturns(state), [unnamed("1", 100)])).toEqual([`given up ${state}`, "again done"]);
      expect(namesOf(knownReturns(state), both)).toEqual(["given up failed", "again done"]);
    }
  });
});

test("[TD.02] a payment of another amount, currency, mode, order, buyer or product is a mismatch", () => {
  const order = orderOf("tokens");
  const { claims } = paymentOf(order);
  expect(listMismatches(order, paymentOf(order))).toEqual([]);
  expect(listMismatches(order, paymentOf(order, { claims: { ...claims, memberId: null, product: null } }))).toEqual([]);
  const others: [Partial<Payment>, string][] = [
    [{ centavos: order.centavos - 1 }, "amount"],
    [{ centavos: order.centavos + 1 }, "amount"],
    [{ currency: "USD" }, "currency"],
    [{ isLive: true }, "mode"],
    [{ claims: { ...claims, orderId: "other" } }, "order"],
    [{ claims: { ...claims, memberId: "bruno" } }, "buyer"],
    [{ claims: { ...claims, product: "highlight" } }, "product"],
  ];
  for (const [changes, what] of others) expect(listMismatches(order, paymentOf(order, changes))).toEqual([what]);
});

test("[D4.32] a payment that was paid for its order in reais may be returned, though it says another amount or buyer", () => {
  const payment = paymentOf(orderOf("tokens"), { state: "paid" });
  expect(isStray(payment, ["amount", "buyer", "product"])).toBe(true);
  for (const what of ["currency", "mode", "order"]) expect(isStray(payment, ["amount", what])).toBe(false);
  expect(isStray({ ...payment, state: "pending" }, ["amount"])).toBe(false);
});
