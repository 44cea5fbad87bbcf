import { expect, test } from "vitest";
import { fc } from "../../../../../testing/properties.ts";
import { foldText, mayBeCity } from "./rules.ts";

test.each([
  ["  JOSÉ  da   Conceição ", "jose da conceicao"],
  ["Jose\u0301", "jose"],
  ["100%_", "100%_"],
  ["\u0301", ""],
])("%j is compared as %j", (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test("folded text stays as it is when it is folded again", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(foldText(foldText(text))).toBe(foldText(text));
    }),
  );
});

test.each([
  ["São Paulo, SP", true],
  ["Pau d'Arco", true],
  ["l_", false],
  ["%", false],
])("%s may be a city: %s", (text, isPossible) => {
  expect(mayBeCity(text)).toBe(isPossible);
});
