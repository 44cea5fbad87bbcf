import { expect, test } from "vitest";
import { dayInBrazil } from "./calendar-rules.ts";

test.each([
  ["2026-11-21T02:59:59.999Z", "2026-11-20"],
  ["2026-11-21T03:00:00.000Z", "2026-11-21"],
  ["2027-01-01T02:30:00.000Z", "2026-12-31"],
])("[D2.35] the moment %s belongs to the day %s of São Paulo", (moment, day) => {
  expect(dayInBrazil(new Date(moment))).toBe(day);
});
