import { expect, test } from "vitest";
import type { MoneyReturn, Payment } from "../../platform/payments/provider.ts";
import { byId, isAskedFor, type KnownReturn, mergeReturns } from "./return-rules.ts";

const ASKED_AT = new Date("2026-11-22T12:00:00Z");
const askedReturn = (id: string, change: Partial<KnownReturn> = {}): KnownReturn => ({
  ...{ id, kind: "refund", centavos: 100, state: "requested", paymentId: "payment", askedAt: ASKED_AT },
  ...change,
});
const unnamed = (id: string): MoneyReturn => ({ id, kind: "refund", centavos: 100, state: "done", isUnnamed: true });
const paymentWith = (returns: MoneyReturn[], id = "payment"): Payment => ({
  ...{ id, state: "paid", paidAt: ASKED_AT, centavos: 4_700, currency: "BRL", isLive: false, returns },
  claims: { orderId: "order", memberId: null, product: null },
});
const namesOf = (knownReturns: KnownReturn[], payments: Payment[]) =>
  mergeReturns(knownReturns, payments).map(({ id, state }) => `${id} ${state}`);

test("[D4.39] a refund was requested here when the provider knows it by our id, or as one without an id", () => {
  expect(isAskedFor("ours", [askedReturn("ours")], [paymentWith([unnamed("1")])])).toBe(true);
  expect(isAskedFor("ours", [askedReturn("ours")], [paymentWith([{ ...unnamed("ours"), isUnnamed: false }])])).toBe(
    true,
  );
  expect(isAskedFor("ours", [askedReturn("ours")], [paymentWith([])])).toBe(false);
  expect(
    isAskedFor(
      "ours",
      [askedReturn("ours"), askedReturn("earlier", { askedAt: new Date(0) })],
      [paymentWith([unnamed("1")])],
    ),
  ).toBe(false);
  expect(isAskedFor("ours", [askedReturn("ours", { centavos: 50 })], [paymentWith([unnamed("1")])])).toBe(false);
});

test("a refund without our id belongs to no other payment, to no dispute, and to nothing that was not requested here", () => {
  expect(namesOf([askedReturn("ours")], [paymentWith([unnamed("1")], "other payment")])).toEqual([
    "ours requested",
    "1 done",
  ]);
  const dispute = askedReturn("dispute", { kind: "dispute", state: "open" });
  expect(namesOf([dispute], [paymentWith([unnamed("1")])])).toEqual(["dispute open", "1 done"]);
  const reportedReturn = askedReturn("reported", { askedAt: null });
  expect(namesOf([reportedReturn], [paymentWith([unnamed("1")])])).toEqual(["reported requested", "1 done"]);
});

test("a request that the provider knows by its id is not counted as a second refund", () => {
  const returns = [{ ...unnamed("ours"), isUnnamed: false }, unnamed("1")];
  expect(namesOf([askedReturn("ours")], [paymentWith(returns)])).toEqual(["ours done", "1 done"]);
});

test("of two refunds requested at the same time the first by its id is taken, in whatever order they are read", () => {
  const both = [askedReturn("b"), askedReturn("a")];
  for (const knownReturns of [both, both.toReversed()])
    expect(namesOf(knownReturns, [paymentWith([unnamed("1")])]).toSorted()).toEqual(["a done", "b requested"]);
  expect([{ id: "b" }, { id: "c" }, { id: "a" }].toSorted(byId).map(({ id }) => id)).toEqual(["a", "b", "c"]);
});
