import { expect, test } from "vitest";
import { ageText, countdownText, evenSpanText, exactSpanText, longSpanText, spanText } from "./spans.ts";

const NOON = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;

test("a countdown counts minutes and seconds down to zero, and stays there", () => {
  const until = new Date(NOON).toISOString();
  const leftText = (ms: number) => countdownText(until, NOON - ms);
  expect(leftText(30 * MINUTE)).toBe("30:00");
  expect(leftText(65_000)).toBe("1:05");
  expect(leftText(1)).toBe("0:01");
  expect(leftText(-MINUTE)).toBe("0:00");
});

test.each([
  [0, "há instantes"],
  [1, "há 1 min"],
  [59, "há 59 min"],
  [60, "há 1 h"],
  [23 * 60 + 59, "há 23 h"],
  [24 * 60, "há 1 dia"],
  [50 * 60, "há 2 dias"],
])("what has waited for %d minutes has waited since %s", (minutes, words) => {
  expect(ageText(new Date(NOON - minutes * MINUTE).toISOString(), NOON)).toBe(words);
});

test.each([
  [59, 24, "59 min"],
  [47 * 60, 48, "47 h"],
  [47 * 60, 24, "1 dia"],
  [96 * 60, 48, "4 dias"],
] as const)("%d minutes are, with days from %d hours on, %s", (minutes, hours, words) => {
  expect(spanText(minutes * MINUTE, hours)).toBe(words);
});

test("a span may be said to the minute, in its largest unit, or in one that leaves nothing over", () => {
  expect([exactSpanText(5 * MINUTE), exactSpanText(60 * MINUTE)]).toEqual(["5 min", "1 h 0 min"]);
  expect([1, 90, 3_600, 200_000].map(longSpanText)).toEqual(["1 segundo", "1 minuto", "1 hora", "2 dias"]);
  expect([1, 90, 5_400, 86_400].map(evenSpanText)).toEqual(["1 segundo", "90 segundos", "90 minutos", "1 dia"]);
});
