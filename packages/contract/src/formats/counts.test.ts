import { expect, test } from "vitest";
import { countWords, formatCount, pluralWord } from "./counts.ts";
import { formatDecimal, formatPercent } from "./decimals.ts";
import { countInEnglish } from "./english.ts";
import { listWords } from "./lists.ts";

test("counts have points, and fractions one digit", () => {
  expect([0, -999, 1_000, 1_234_567].map(formatCount)).toEqual(["0", "-999", "1.000", "1.234.567"]);
  expect(formatDecimal(12.44)).toBe("12,4");
  expect(formatPercent(0.4026)).toBe("40,3%");
});

test("only one is singular, neither nothing nor a million", () => {
  expect([0, 1, 2, 1_000_000].map((count) => pluralWord(count, "ficha", "fichas"))).toEqual([
    ...["fichas", "ficha", "fichas", "fichas"],
  ]);
  expect([0, 1, 1_200].map((count) => countWords(count, "mês", "meses"))).toEqual(["0 meses", "1 mês", "1.200 meses"]);
  expect([0, 1, 12_345].map((count) => countInEnglish(count, "row"))).toEqual(["0 rows", "1 row", "12,345 rows"]);
});

test("the words of a list are joined as in a sentence", () => {
  expect(["a", "b", "c"].map((_, at, all) => listWords(all.slice(0, at + 1)))).toEqual(["a", "a e b", "a, b e c"]);
});
