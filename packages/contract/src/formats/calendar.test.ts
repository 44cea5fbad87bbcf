import { expect, test } from "vitest";
import { addMonthsInBrazil, dayInBrazil, daysBetween, secondsToNextDay, startOfDayInBrazil } from "./calendar.ts";

test.each([
  ["2026-11-21T02:59:59.999Z", "2026-11-20"],
  ["2026-11-21T03:00:00.000Z", "2026-11-21"],
  ["2027-01-01T02:30:00.000Z", "2026-12-31"],
])("[D2.35] the moment %s belongs to the day %s in São Paulo", (moment, day) => {
  expect(dayInBrazil(new Date(moment))).toBe(day);
});

test("days are counted by the calendar", () => {
  expect(daysBetween("2026-11-21", "2026-11-21")).toBe(0);
  expect(daysBetween("2026-12-31", "2027-01-01")).toBe(1);
  expect(daysBetween("2027-03-01", "2027-02-28")).toBe(-1);
});

test.each([
  ["2026-11-21T02:59:59.999Z", 1],
  ["2026-11-21T03:00:00.000Z", 86_400],
  ["2026-11-21T15:00:00.000Z", 43_200],
])("at %s the day in São Paulo lasts %i more seconds", (moment, seconds) => {
  expect(secondsToNextDay(new Date(moment))).toBe(seconds);
});

test.each([
  ["2026-11-22T12:00:00Z", 1, "2026-12-22T12:00:00Z"],
  ["2026-11-22T12:00:00Z", 3, "2027-02-22T12:00:00Z"],
  // In São Paulo it is January 30th, 22:00, and a month later February 28th, 22:00.
  ["2027-01-31T01:00:00Z", 1, "2027-03-01T01:00:00Z"],
  ["2027-01-31T12:00:00Z", 1, "2027-02-28T12:00:00Z"],
  ["2028-01-31T12:00:00Z", 1, "2028-02-29T12:00:00Z"],
  ["2026-11-30T12:00:00.123Z", 3, "2027-02-28T12:00:00.123Z"],
])("[D4.07] from %s it is %i months to %s in São Paulo", (from, months, to) => {
  expect(addMonthsInBrazil(new Date(from), months)).toEqual(new Date(to));
});

test("a day begins at midnight in São Paulo, whatever day was asked about before", () => {
  const starts = [
    ["2026-11-21T03:00:00.000Z", "2026-11-21T03:00:00.000Z"],
    ["2026-11-22T02:59:59.999Z", "2026-11-21T03:00:00.000Z"],
    ["2026-11-22T03:00:00.000Z", "2026-11-22T03:00:00.000Z"],
    ["2026-11-21T23:15:30.500Z", "2026-11-21T03:00:00.000Z"],
    ["2026-11-21T02:59:59.999Z", "2026-11-20T03:00:00.000Z"],
  ];
  for (const [moment = "", start] of starts) expect(startOfDayInBrazil(new Date(moment)).toISOString()).toBe(start);
});
