import { QUARTER_COUNTS, QUARTER_MEDIANS } from "@caramelo/contract/transparency/figures";
import { expect, test } from "vitest";
import { countText, GROUPS, medianText, quarterMonths, quarterName } from "./rules.ts";

test("a quarter has a name and its months", () => {
  const quarters = [1, 2, 3, 4].map((number) => ({ year: 2026, number }));
  expect(quarters.map(quarterName)).toEqual([
    "1º trimestre de 2026",
    "2º trimestre de 2026",
    "3º trimestre de 2026",
    "4º trimestre de 2026",
  ]);
  expect(quarters.map(quarterMonths)).toEqual([
    "janeiro a março",
    "abril a junho",
    "julho a setembro",
    "outubro a dezembro",
  ]);
});

test("[D5.38] a number is written out, or says why it is not", () => {
  expect(countText({ look: "exact", value: 1_234 })).toBe("1.234");
  expect(countText({ look: "few", value: null })).toBe("menos de 10");
  expect(countText({ look: "withheld", value: null })).toBe("total não mostrado");
  expect(countText({ look: "uncounted", value: null })).toBe("não contado");
});

test("[D5.38] a median is a span of time, or says why it is not", () => {
  const look = (seconds: number) => medianText({ look: "exact", value: seconds });
  expect([0, 45 * 60, 5 * 3_600, 47 * 3_600, 96 * 3_600].map(look)).toEqual([
    "0 min",
    "45 min",
    "5 h",
    "47 h",
    "4 dias",
  ]);
  expect(medianText({ look: "few", value: null })).toBe("menos de 10 decisões");
  expect(medianText({ look: "uncounted", value: null })).toBe("não contado");
});

test("[D5.38] notices are of anybody who sent them without a session, who may well have an account", () => {
  expect(GROUPS.map(({ title }) => title)).toContain("Denúncias enviadas sem login");
});

test("the page shows every number once", () => {
  const rows = GROUPS.flatMap((group) => group.rows);
  const counts = rows.flatMap((row) => ("count" in row ? [row.count] : []));
  const medians = rows.flatMap((row) => ("median" in row ? [row.median] : []));
  expect(counts.toSorted()).toEqual([...QUARTER_COUNTS].sort());
  expect(medians.toSorted()).toEqual([...QUARTER_MEDIANS].sort());
});
