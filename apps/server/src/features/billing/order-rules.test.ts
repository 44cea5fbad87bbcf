import { describe, expect, test } from "vitest";
import { csvRows, expiryOf, keptCentavos, keptStrays, mayOrder, presentOrder, withdrawalEnd } from "./order-rules.ts";

const PAID_AT = new Date("2026-12-01T13:00:00Z");
const ORDER = {
  id: "order",
  product: "tokens" as const,
  method: "pix" as const,
  centavos: 4_700,
  state: "paid" as const,
  createdAt: PAID_AT,
  paidAt: PAID_AT,
};
type Return = Parameters<typeof keptCentavos>[1][number];
const returnOf = (centavos: number, state: Return["state"], reason = "staff"): Return => ({ centavos, state, reason });

test("[M1.04][D4.15] payers buy tokens and premium, babies a highlight, and the staff nothing", () => {
  const products = ["tokens", "premium_monthly", "premium_quarterly", "highlight"] as const;
  const listAllowed = (role: Parameters<typeof mayOrder>[0]) => products.filter((product) => mayOrder(role, product));
  for (const role of ["daddy", "mommy"] as const) expect(listAllowed(role)).toEqual(products.slice(0, 3));
  expect(listAllowed("baby")).toEqual(["highlight"]);
  expect(listAllowed("admin")).toEqual([]);
});

test("an order can be paid for half an hour", () => {
  expect(expiryOf(PAID_AT)).toEqual(new Date("2026-12-01T13:30:00Z"));
});

describe("[D4.14] the time to withdraw", () => {
  // The day of the payment does not count, and the last day counts until its end.
  const LAST = new Date("2026-12-09T02:59:59.999Z");

  test("ends with the seventh day after that of the payment in São Paulo", () => {
    expect(withdrawalEnd(ORDER, [], PAID_AT)).toEqual(LAST);
    expect(withdrawalEnd(ORDER, [], LAST)).toEqual(LAST);
    expect(withdrawalEnd(ORDER, [], new Date(LAST.getTime() + 1))).toBeNull();
  });

  test("is that of São Paulo at night too, when it is the next day elsewhere", () => {
    const lateAtNight = { ...ORDER, paidAt: new Date("2026-12-02T02:59:00Z") };
    expect(withdrawalEnd(lateAtNight, [], PAID_AT)).toEqual(LAST);
  });

  test("does not exist for an order that is not paid, or was returned", () => {
    expect(withdrawalEnd({ ...ORDER, state: "refunded" }, [], PAID_AT)).toBeNull();
    expect(withdrawalEnd({ ...ORDER, state: "pending", paidAt: null }, [], PAID_AT)).toBeNull();
    expect(withdrawalEnd(ORDER, [returnOf(4_700, "requested")], PAID_AT)).toBeNull();
    expect(withdrawalEnd(ORDER, [returnOf(4_699, "done")], PAID_AT)).toEqual(LAST);
  });
});

describe("[D4.32] the remaining price", () => {
  test.each([
    ["requested", 3_700],
    ["done", 3_700],
    ["open", 3_700],
    ["lost", 3_700],
    ["failed", 4_700],
    ["refused", 4_700],
    ["won", 4_700],
  ] as const)("after a return of R$ 10 that is %s is %i centavos", (state, centavosKept) => {
    expect(keptCentavos(ORDER, [returnOf(1_000, state)])).toBe(centavosKept);
  });

  test("of each stray payment is what has not gone back of that payment", () => {
    const strays = [
      { paymentId: "a", centavos: 100 },
      { paymentId: "b", centavos: 50 },
    ];
    const of = (paymentId: string, centavos: number, state: Return["state"]) => ({ paymentId, centavos, state });
    const returns = [of("a", 30, "done"), of("a", 20, "failed"), of("a", 10, "refused"), of("b", 50, "requested")];
    expect(keptStrays(strays, returns)).toEqual([{ paymentId: "a", refundableCentavos: 70 }]);
  });

  test("is not touched by what goes back of another payment, and never below zero", () => {
    expect(keptCentavos(ORDER, [returnOf(4_700, "done", "surplus")])).toBe(4_700);
    expect(keptCentavos(ORDER, [returnOf(4_700, "done"), returnOf(4_700, "open")])).toBe(0);
  });
});

test("an order says what has gone back of it, and what is on its way", () => {
  const shownOrder = (...returns: Return[]) => presentOrder(ORDER, returns, PAID_AT);
  expect(shownOrder(returnOf(1_000, "done"), returnOf(500, "requested"))).toMatchObject({
    returnedCentavos: 1_000,
    isReturning: true,
  });
  expect(shownOrder(returnOf(1_000, "failed"), returnOf(500, "won"))).toMatchObject({
    returnedCentavos: 0,
    isReturning: false,
  });
  expect(shownOrder(returnOf(4_700, "requested", "surplus"))).toMatchObject({
    returnedCentavos: 0,
    isReturning: false,
  });
  expect(shownOrder(returnOf(4_700, "done"), returnOf(4_700, "open"))).toMatchObject({ returnedCentavos: 4_700 });
  for (const state of ["open", "lost"] as const)
    expect(shownOrder(returnOf(1_000, state))).toMatchObject({ returnedCentavos: 1_000 });
});

test("[D4.31][M1.02][M1.03] the table of orders is in Portuguese, and writes moments of São Paulo and amounts as Brazilians do", () => {
  const buyer = { name: "Bruno", email: "b@caramelo.example" };
  const paidOrder = presentOrder({ ...ORDER, centavos: 5 }, [], PAID_AT);
  const unpaidOrder = presentOrder({ ...ORDER, state: "pending", paidAt: null }, [], PAID_AT);
  const moment = "01/12/2026 10:00:00";
  expect(
    csvRows([
      { order: paidOrder, provider: "pix", isLive: true, buyer },
      { order: unpaidOrder, provider: "sandbox", isLive: false, buyer },
    ]),
  ).toEqual([
    [
      ...["Pedido", "Criado em", "Pago em", "Produto", "Forma de pagamento", "Provedor"],
      ...["Teste", "Situação", "Valor", "Reembolsado", "Nome", "E-mail"],
    ],
    ["order", moment, moment, "Fichas", "Pix", "Pix do banco", "não", "Pago", "0,05", "0,00", buyer.name, buyer.email],
    [
      "order",
      moment,
      "",
      "Fichas",
      "Pix",
      "Ambiente de testes",
      "sim",
      "Aguardando pagamento",
      "47,00",
      "0,00",
      buyer.name,
      buyer.email,
    ],
  ]);
});
