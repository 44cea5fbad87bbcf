import { describe, expect, test } from "vitest";
import { fc } from "../../../../../../testing/properties.ts";
import { locationOf, orderIdOf, toCentavos, toPayments, toValor, txidOf } from "./pix-rules.ts";
import { Cob, Pix } from "./pix-schemas.ts";

const ORDER = "3f0f7a5e-8f5c-4a55-9a53-5c8f6f3c7a11";
const NOW = new Date("2026-11-22T12:00:00Z");
const E2E = `E${"1".repeat(31)}`;
const RTR = `D${"2".repeat(31)}`;

const makeCob = (overrides: object = {}) =>
  Cob.parse({
    txid: txidOf(ORDER),
    calendario: { criacao: "2026-11-22T11:45:00.000Z", expiracao: 1_800 },
    status: "ATIVA",
    valor: { original: "47.00" },
    chave: "pix@caramelo.invalid",
    ...overrides,
  });

const makePix = (overrides: object = {}) =>
  Pix.parse({
    endToEndId: E2E,
    txid: txidOf(ORDER),
    valor: "47.00",
    horario: "2026-11-22T08:50:00-03:00",
    ...overrides,
  });

describe("amounts of API Pix", () => {
  test("are the centavos of the order, and back again", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999_999_999_999 }),
        (centavos) => toCentavos(toValor(centavos)) === centavos,
      ),
    );
    expect([4_700, 5, 100, 13_909].map(toValor)).toEqual(["47.00", "0.05", "1.00", "139.09"]);
  });
});

describe("the txid of an order", () => {
  test("has the form that API Pix asks for and leads back to the order", () => {
    fc.assert(fc.property(fc.uuid(), (id) => /^[a-zA-Z0-9]{26,35}$/.test(txidOf(id)) && orderIdOf(txidOf(id)) === id));
  });

  test.each([undefined, "", "z".repeat(32), ORDER, "A".repeat(32), `${"a".repeat(32)}\n`])(
    "that we cannot have made (%j) leads to none",
    (txid) => {
      expect(orderIdOf(txid)).toBeUndefined();
    },
  );
});

test("the address of a charge loses its scheme and is found at either place", () => {
  const location = "pix.example.com/qr/v2/1";
  expect(locationOf(makeCob({ location }))).toBe(location);
  expect(locationOf(makeCob({ location: `https://${location}` }))).toBe(location);
  expect(locationOf(makeCob({ loc: { location } }))).toBe(location);
  expect(locationOf(makeCob())).toBeUndefined();
});

describe("a charge", () => {
  test("that is unpaid is pending until its time ends or it is removed", () => {
    const stateAt = (cob: Cob, at: string) => toPayments(cob, [], new Date(at))[0]?.state;
    expect(stateAt(makeCob(), "2026-11-22T12:14:59Z")).toBe("pending");
    expect(stateAt(makeCob(), "2026-11-22T12:15:00Z")).toBe("expired");
    for (const status of ["REMOVIDA_PELO_USUARIO_RECEBEDOR", "REMOVIDA_PELO_PSP"])
      expect(stateAt(makeCob({ status }), "2026-11-22T12:00:00Z")).toBe("expired");
  });

  test("that was paid twice is two payments, each with its own time and amount", () => {
    const second = makePix({ endToEndId: `E${"3".repeat(31)}`, valor: "1.00" });
    expect(toPayments(makeCob({ status: "CONCLUIDA" }), [makePix(), second], NOW)).toMatchObject([
      { id: E2E, state: "paid", centavos: 4_700, paidAt: new Date("2026-11-22T11:50:00Z"), claims: { orderId: ORDER } },
      { id: second.endToEndId, state: "paid", centavos: 100 },
    ]);
  });

  test("claims the order of the Pix, not of the charge that lists it, unless the Pix names none", () => {
    const orderOf = (pix: Pix) => toPayments(makeCob(), [pix], NOW)[0]?.claims.orderId;
    expect(orderOf(makePix({ txid: "a".repeat(32) }))).toBe("aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa");
    expect(orderOf(makePix({ txid: "outro" }))).toBe("outro");
    expect(orderOf(makePix({ txid: undefined }))).toBe(ORDER);
  });
});

describe("a return of API Pix", () => {
  const returnOf = (devolucao: object) =>
    toPayments(
      makeCob(),
      [makePix({ devolucoes: [{ id: "1", rtrId: RTR, valor: "10.00", horario: {}, ...devolucao }] })],
      NOW,
    )[0]?.returns[0];

  test.each([
    [undefined, "EM_PROCESSAMENTO", "refund", "requested"],
    ["ORIGINAL", "DEVOLVIDO", "refund", "done"],
    ["ORIGINAL", "NAO_REALIZADO", "refund", "failed"],
    ["MED_FRAUDE", "EM_PROCESSAMENTO", "dispute", "open"],
    ["MED_OPERACIONAL", "DEVOLVIDO", "dispute", "lost"],
    ["MED_PIX_AUTOMATICO", "NAO_REALIZADO", "dispute", "won"],
    ["MED_SOMETHING_NEW", "DEVOLVIDO", "dispute", "lost"],
  ])("of nature %s in the state %s is a %s that is %s", (natureza, status, kind, state) => {
    expect(returnOf({ natureza, status })).toMatchObject({ kind, state, centavos: 1_000 });
  });

  test("has the id that we gave it, and otherwise the one that no other Pix can have", () => {
    const own = "0123456789abcdef0123456789abcdef";
    expect(returnOf({ id: own, status: "DEVOLVIDO" })?.id).toBe(own);
    expect(returnOf({ id: "1", status: "DEVOLVIDO" })?.id).toBe(RTR);
    expect(returnOf({ id: own, natureza: "MED_FRAUDE", status: "DEVOLVIDO" })?.id).toBe(RTR);
  });
});
