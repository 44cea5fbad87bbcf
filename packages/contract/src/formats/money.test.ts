import { describe, expect, test } from "vitest";
import { formatReais, formatWholeReais, parseReais, writeReais } from "./money.ts";

test("amounts read as Brazilians write them", () => {
  expect(formatReais(13_900)).toBe("R$\u00a0139,00");
  expect(formatReais(123_456_705)).toBe("R$\u00a01.234.567,05");
  expect(formatReais(-1)).toBe("-R$\u00a00,01");
  expect(formatWholeReais(10_633.3)).toBe("R$\u00a0106");
});

test("an amount is written in fields and tables without its sign and without points, and is read again as the same", () => {
  expect(writeReais(123_405)).toBe("1234,05");
  for (const centavos of [0, 1, 4_700, 99_999_999]) expect(parseReais(writeReais(centavos))).toBe(centavos);
});

describe("an amount that is typed", () => {
  test.each([
    ["47", 4_700],
    ["47,00", 4_700],
    ["47.05", 4_705],
    [" R$ 23,50 ", 2_350],
    ["0", 0],
  ])("%j is %d centavos", (text, centavos) => {
    expect(parseReais(text)).toBe(centavos);
  });

  test.each(["", "47,5", "-47", "1.000,00", "4 7", "abc", "12345678"])("%j is not an amount", (text) => {
    expect(parseReais(text)).toBeUndefined();
  });
});
