import { describe, expect, test } from "vitest";
import { actorName, checkText, countText, dayBeside, personName, readDay, readFilter, readForm } from "./rules.ts";

describe("[D5.21] the filter of the log", () => {
  test("is written to the address", () => {
    const search = new URLSearchParams("pessoa=%20ana@exemplo.invalid&acao=mail.read&de=2026-11-01&ate=2026-11-23");
    expect(readFilter(search)).toEqual({
      person: "ana@exemplo.invalid",
      action: "mail.read",
      from: "2026-11-01",
      to: "2026-11-23",
    });
  });

  test("leaves out what is empty or no day", () => {
    expect(readFilter(new URLSearchParams("pessoa=+&acao=&de=ontem&ate=2026-11-1&x=1"))).toEqual({});
    expect(readFilter(new URLSearchParams("de=2026-02-31&ate=0001-01-01"))).toEqual({});
  });
});

test("[D5.21] the fields are filled from the address, and the number of entries is said", () => {
  expect(readForm(new URLSearchParams("pessoa=ana@exemplo.invalid&de=ontem"))).toEqual({
    pessoa: "ana@exemplo.invalid",
    acao: "",
    de: "",
    ate: "",
  });
  expect(countText(0, false)).toBe("");
  expect(countText(1, false)).toBe("1 registro");
  expect(countText(12, false)).toBe("12 registros");
  expect(countText(1_050, true)).toBe("Os 1.050 registros mais recentes");
});

test("[D5.21] an entry without a person was done by the system, and one of somebody who is gone has a number", () => {
  const id = "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b";
  expect(actorName(null)).toBe("Sistema");
  expect(actorName({ id, name: "Bia", isStaff: true })).toBe("Bia");
  expect(personName({ id, name: "", isStaff: false })).toBe("Conta 0190a1b2");
});

test("[D5.21] the check says how far it came, and which row is broken", () => {
  const part = { checkedUpTo: 5_000, last: 12_345, broken: null, fingerprint: "" };
  expect(checkText(part)).toEqual({ tone: "info", text: "5.000 de 12.345 registros conferidos…" });
  expect(checkText({ ...part, checkedUpTo: 12_345 })).toEqual({
    tone: "success",
    text: "Nada foi alterado: 12.345 registros conferidos.",
  });
  expect(checkText({ ...part, broken: { id: 4, what: "altered" } }).text).toBe("O registro 4 foi alterado.");
  expect(checkText({ ...part, broken: { id: 5, what: "missing" } })).toMatchObject({ tone: "error" });
});

test("[T83] the day of the staff actions is in the address, and no future day is shown", () => {
  const day = (dia: string) => readDay(new URLSearchParams({ dia }), "2026-11-22");
  expect(["2026-11-01", "2026-11-22"].map(day)).toEqual(["2026-11-01", "2026-11-22"]);
  for (const wrong of ["", "ontem", "2026-11-23", "2026-13-01", "2026-11-1", "2026-02-31", "0001-01-01"])
    expect(day(wrong)).toBe("2026-11-22");
  expect([dayBeside("2026-03-01", -1), dayBeside("2026-12-31", 1)]).toEqual(["2026-02-28", "2027-01-01"]);
});
