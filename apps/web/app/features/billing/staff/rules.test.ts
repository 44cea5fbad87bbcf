import { SandboxEvent } from "@caramelo/contract/sandbox/calls";
import { describe, expect, test } from "vitest";
import {
  barsOf,
  countText,
  csvAddress,
  describeEvent,
  describeUse,
  isEntryKind,
  isOverdue,
  parseCount,
  readFilter,
  sandboxEvents,
  splitRevenue,
} from "./rules.ts";

const read = (search: string) => readFilter(new URLSearchParams(search));

describe("the filter of orders", () => {
  test("is read from the address, and what is not understood is no filter", () => {
    expect(read("situacao=paid&produto=tokens&q=ana")).toEqual({ state: "paid", product: "tokens", q: "ana" });
    expect(read("situacao=toString&produto=ouro&q=")).toEqual({});
    expect(read("")).toEqual({});
  });

  test("goes along to the table for spreadsheets", () => {
    expect(csvAddress({ state: "paid", q: "a&b" })).toBe("/api/admin/orders.csv?state=paid&q=a%26b");
    expect(csvAddress({})).toBe("/api/admin/orders.csv?");
  });
});

test("the count of a list says whether there are more", () => {
  expect([countText(0, false), countText(1, false), countText(7, false), countText(20, true)]).toEqual([
    "",
    "1 pedido",
    "7 pedidos",
    "Os 20 pedidos mais recentes",
  ]);
});

test("a count that is typed may be taken away, and is whole", () => {
  expect(["3", "-3", " 0 "].map(parseCount)).toEqual([3, -3, 0]);
  expect(["", "1,5", "1e3", "99999", "--1"].map(parseCount)).toEqual(Array(5).fill(undefined));
});

test("the bars of the revenue are one a day, the oldest first, and add up the products of a day", () => {
  const of = (day: string, product: "tokens" | "highlight", centavos: number) => ({
    day,
    product,
    isLive: true,
    orders: 1,
    centavos,
    returnedCentavos: 100,
  });
  const days = [
    of("2026-03-01", "tokens", 4_700),
    of("2026-03-01", "highlight", 3_700),
    of("2026-02-27", "tokens", 4_700),
  ];
  expect(barsOf(days, "2026-03-01", 3)).toEqual([
    { day: "2026-02-27", centavos: 4_700, returnedCentavos: 100, orders: 1 },
    { day: "2026-02-28", centavos: 0, returnedCentavos: 0, orders: 0 },
    { day: "2026-03-01", centavos: 8_400, returnedCentavos: 200, orders: 2 },
  ]);
});

test("payments of the sandbox are no revenue: they are shown next to it, or alone where no money has come", () => {
  const of = (isLive: boolean, centavos: number) => {
    return { day: "2026-03-01", product: "tokens" as const, isLive, orders: 1, centavos, returnedCentavos: 0 };
  };
  const [money, trial] = [of(true, 4_700), of(false, 13_900)];
  expect(splitRevenue([money, trial, trial])).toEqual({ isTrial: false, shown: [money], trialCentavos: 27_800 });
  expect(splitRevenue([trial])).toEqual({ isTrial: true, shown: [trial], trialCentavos: 0 });
  expect(splitRevenue([])).toEqual({ isTrial: false, shown: [], trialCentavos: 0 });
});

test("an event of an order has words and its amount; one without words shows its own name", () => {
  expect(describeEvent("paid", {})).toBe("Pago");
  expect(describeEvent("refund requested", { centavos: 2_350 }).replace(/\s/g, " ")).toBe("Reembolso pedido: R$ 23,50");
  expect(describeEvent("refund requested", { centavos: 100, note: "Troco" })).toMatch(/1,00 \(Troco\)$/);
  expect(describeEvent("something new", {})).toBe("something new");
  expect([isEntryKind("purchase"), isEntryKind("opening")]).toEqual([true, false]);
});

test("the sandbox offers every event that it knows", () => {
  expect(sandboxEvents.map(({ event }) => event).sort()).toEqual([...SandboxEvent.options].sort());
});

describe("[T78] a withdrawal that waits for the staff", () => {
  const none = { tokens: 0, conversations: 0, premiumSeconds: 0, highlightedSeconds: 0 };

  test("says how much of what was granted is used", () => {
    const grantedAmounts = { ...none, tokens: 100, conversations: 10 };
    expect(describeUse({ granted: grantedAmounts, used: { ...none, tokens: 40 } })).toBe(
      "40 de 100 fichas, 0 de 10 conversas",
    );
    const month = { ...none, premiumSeconds: 30 * 86_400 };
    expect(describeUse({ granted: month, used: { ...none, premiumSeconds: 3 * 86_400 + 1 } })).toBe(
      "4 de 30 dias de Premium",
    );
  });

  test("is overdue once its time is over", () => {
    const answerBy = "2026-11-29T12:00:00.000Z";
    expect(isOverdue({ answerBy }, Date.parse(answerBy) - 1)).toBe(false);
    expect(isOverdue({ answerBy }, Date.parse(answerBy))).toBe(true);
  });
});
