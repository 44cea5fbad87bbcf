import { expect, test } from "vitest";
import { mayBeCity } from "./rules.ts";

test.each([
  ["sao paulo, sp", true],
  ["pau darco", true],
  ["l_", false],
  ["%", false],
])("%s may be a city: %s", (text, isPossible) => {
  expect(mayBeCity(text)).toBe(isPossible);
});
