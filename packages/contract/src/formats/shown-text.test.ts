import { expect, test } from "vitest";
import { limitBreaks, mayBeHigh } from "./shown-text.ts";

test.each([
  ["a\nb", "a\nb"],
  ["a\n\nb", "a\n\nb"],
  ["a\n\n\nb", "a\n\nb"],
  [`a${"\n".repeat(3_998)}b`, "a\n\nb"],
  ["a\n \n\u00a0\n\t\nb\n\n\n\nc", "a\n\nb\n\nc"],
  ["  a\n  b", "  a\n  b"],
])("of line breaks in a row at most two are shown (%j)", (text, shownText) => {
  expect(limitBreaks(text)).toBe(shownText);
});

test("a text is measured where it has many lines or many characters", () => {
  expect(mayBeHigh(`a${"\n".repeat(3_998)}b`)).toBe(false);
  expect(mayBeHigh(Array.from({ length: 15 }, () => "a").join("\n"))).toBe(false);
  expect(mayBeHigh(Array.from({ length: 16 }, () => "a").join("\n"))).toBe(true);
  expect(mayBeHigh("a".repeat(201))).toBe(true);
});
