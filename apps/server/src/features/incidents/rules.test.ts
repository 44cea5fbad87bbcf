import { describe, expect, test } from "vitest";
import { dueDayOf, isElderly, listNamelessActions, listStaffFacts, readMoment, sumFacts } from "./rules.ts";

const AT = new Date("2026-11-20T13:00:00Z");
const events = { count: 1, first: AT, last: AT };

describe("a moment that an operator types", () => {
  test("is that of São Paulo, unless it has an offset", () => {
    expect(readMoment("2026-11-20T10:00")).toEqual(AT);
    expect(readMoment("2026-11-20T10:00:00")).toEqual(AT);
    expect(readMoment("2026-11-20T13:00Z")).toEqual(AT);
    expect(readMoment("2026-11-20T15:00+02:00")).toEqual(AT);
  });

  test.each(["", "ontem", "2026-11-20", "20/11/2026 10:00", "2026-13-20T10:00", "2026-11-20T25:00", "1"])(
    "is refused when it is %j",
    (text) => {
      expect(readMoment(text)).toBeUndefined();
    },
  );
});

test.each([
  ["a Thursday", "2026-11-26T15:00:00Z", "2026-12-01"],
  ["a Monday", "2026-11-23T15:00:00Z", "2026-11-26"],
  ["a Saturday", "2026-11-28T15:00:00Z", "2026-12-02"],
  ["a Wednesday evening that is already Thursday in UTC", "2026-11-26T02:00:00Z", "2026-11-30"],
])("the notices about an incident known on %s are due three working days later", (_, knownAt, dueDay) => {
  expect(dueDayOf(new Date(knownAt))).toBe(dueDay);
});

test("people of sixty years and more count as elderly, from their birthday on", () => {
  const now = new Date("2026-11-26T15:00:00Z");
  expect(isElderly({ estimatedBirthOn: "1966-11-26" }, now)).toBe(true);
  expect(isElderly({ estimatedBirthOn: "1966-11-27" }, now)).toBe(false);
  expect(isElderly({ estimatedBirthOn: null }, now)).toBe(false);
});

test("staff actions are listed by person, and those that name nobody are listed apart", () => {
  const subjects = [
    { ...events, action: "verification.document-opened", subjectId: "ana" },
    { ...events, action: "orders.exported", subjectId: null },
  ];
  expect(listStaffFacts(subjects)).toEqual([{ ...events, memberId: "ana", what: "Equipe: Documento aberto" }]);
  expect(listNamelessActions(subjects)).toEqual([{ what: "Equipe: Pedidos exportados", times: 1 }]);
});

test("facts are summed by people and by times, the most people first", () => {
  const facts = [
    { ...events, memberId: "ana", what: "Fez um pedido", count: 5 },
    { ...events, memberId: "ana", what: "Entrou na conta", count: 2 },
    { ...events, memberId: "lia", what: "Entrou na conta" },
  ];
  expect(sumFacts(facts)).toEqual([
    { what: "Entrou na conta", people: 2, times: 3 },
    { what: "Fez um pedido", people: 1, times: 5 },
  ]);
});
