import { expect, test } from "vitest";
import { activeShare } from "./add-past-totals.ts";

test("between a fifth and two fifths of the demo members were active on a given day, and more at weekends", () => {
  const days = Array.from({ length: 28 }, (_, at) => `2026-02-${String(at + 1).padStart(2, "0")}`);
  const shares = days.map(activeShare);
  for (const share of shares) {
    expect(share).toBeGreaterThan(0.17);
    expect(share).toBeLessThan(0.41);
  }
  // 2026-02-07 is a Saturday, and the 9th a Monday.
  expect(activeShare("2026-02-07")).toBeGreaterThan(activeShare("2026-02-09"));
  expect(activeShare("2026-02-07")).toBe(activeShare("2026-02-07"));
});
