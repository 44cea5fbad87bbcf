import { expect, test } from "vitest";
import { compareTimes, median, slowest, within } from "./report.ts";

test("a bound is held up to its value, and broken above it", () => {
  expect(within("the slowest", 10, slowest([20, 2_000]), 2_000).isHeld).toBe(true);
  expect(within("the slowest", 10, slowest([20, 2_001]), 2_000).isHeld).toBe(false);
});

test("no bound is held when no request was served", () => {
  expect(within("the slowest", 10, slowest([]), 2_000).isHeld).toBe(false);
  expect(within("the middle", 10, median([]), 2_000).isHeld).toBe(false);
  expect(compareTimes("the middle", [10], []).isHeld).toBe(false);
});
