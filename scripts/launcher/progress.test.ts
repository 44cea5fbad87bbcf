import { expect, test } from "vitest";
import { findTimeLeft, formatTimeLeft } from "./progress.mjs";

const times = { rules: 60_000, feature: 300_000, journeys: 240_000 };

test("the time left is what the part that runs and those after it took before", () => {
  expect(findTimeLeft(times, ["rules", "feature", "journeys"], 0)).toBe(600_000);
  expect(findTimeLeft(times, ["feature", "journeys"], 0.5)).toBe(390_000);
  expect(findTimeLeft(times, ["journeys"], 1)).toBe(0);
});

test("nothing is said of the time left while one of the parts has never run", () => {
  expect(findTimeLeft(times, ["journeys", "chaos"], 0)).toBeUndefined();
  expect(findTimeLeft({}, ["rules"], 0)).toBeUndefined();
  expect(formatTimeLeft(undefined)).toBe("");
});

test.each([
  { ms: 390_000, text: ", about 7 min left" },
  { ms: 59_000, text: ", less than a minute left" },
])("$ms ms are written $text", ({ ms, text }) => expect(formatTimeLeft(ms)).toBe(text));
