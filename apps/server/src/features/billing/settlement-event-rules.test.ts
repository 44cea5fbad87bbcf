import { expect, test } from "vitest";
import type { PaymentReturn } from "./return-rules.ts";
import { eventsOf, eventsOfReturns } from "./settlement-event-rules.ts";
import type { Settlement } from "./settlement-rules.ts";

const amounts = { tokens: 100, conversations: 10, premiumSeconds: 0, highlightedSeconds: 0 };
const settlement: Settlement = {
  state: "paid",
  grantedPaymentId: "granted",
  entries: [
    { kind: "purchase", providerObjectId: "granted", ...amounts, premiumUntil: null, highlightedUntil: null },
    { kind: "refund", providerObjectId: "r1", ...amounts, tokens: -50, premiumUntil: null, highlightedUntil: null },
  ],
  surplus: [],
};

test("[D4.31] the history of an order says its new state, and what each entry of the ledger granted or took", () => {
  const ofEntries = [
    { kind: "entry purchase", detail: { providerObjectId: "granted", ...amounts } },
    { kind: "entry refund", detail: { providerObjectId: "r1", ...amounts, tokens: -50 } },
  ];
  expect(eventsOf({ state: "pending" }, settlement)).toEqual([{ kind: "paid" }, ...ofEntries]);
  expect(eventsOf({ state: "paid" }, settlement)).toEqual(ofEntries);
});

test("[D4.31][D4.39] it says of refunds that failed, and of those that went back of a payment that granted nothing", () => {
  const returnOf = (id: string, change: Partial<PaymentReturn>): PaymentReturn => ({
    ...{ id, kind: "refund", centavos: 4_700, state: "done", paymentId: "granted" },
    ...change,
  });
  const toldReturns = [returnOf("failed", { state: "failed" }), returnOf("stray", { paymentId: "stray" })];
  const otherReturns = [
    returnOf("of the price", {}),
    returnOf("on its way", { state: "requested", paymentId: "stray" }),
    returnOf("of the bank", { kind: "dispute", state: "done", paymentId: "stray" }),
    returnOf("lost", { kind: "dispute", state: "failed" }),
  ];
  expect(eventsOfReturns(settlement, [...otherReturns, ...toldReturns])).toEqual([
    { kind: "refund failed", detail: { return: "failed", centavos: 4_700 } },
    { kind: "refund done", detail: { return: "stray", centavos: 4_700 } },
  ]);
});
