import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { leastAttempts, limitSetting, type RateLimitName, rateLimits } from "./rate-limits.ts";

const readLines = (file: string) => readFileSync(new URL(`../../../../${file}`, import.meta.url), "utf8").split("\n");

test("docs/environment-settings.md lists every limit with its setting, its default and its meaning, in the order of the table", () => {
  const rows = Object.entries(rateLimits).map(([name, row]) => {
    const form = "form" in row ? ` (${row.form})` : "";
    return `| \`${limitSetting(name)}\` | \`${row.preset}\` | ${row.meaning}${form} |`;
  });
  expect(readLines("docs/environment-settings.md").filter((line) => line.startsWith("| `LIMIT_"))).toEqual(rows);
});

test("the example of the settings names every limit", () => {
  const names = Object.keys(rateLimits).map((name) => `${limitSetting(name)}=`);
  expect(readLines(".env.example").filter((line) => line.startsWith("LIMIT_"))).toEqual(names);
});

test.each(Object.entries(rateLimits))(
  "[T77] the floor of %s leaves at least a tenth of ours, and ours is above it",
  (name, { preset }) => {
    const [points = 0, seconds = 0] = preset.split("/").map(Number);
    // The cast holds because the name is a key of the table.
    const least = leastAttempts(name as RateLimitName, seconds);
    expect(least).toBeGreaterThanOrEqual(points / 10);
    expect(least).toBeLessThanOrEqual(points);
  },
);

test("[T77] a rate has at least as many attempts at once as its floor, and as many a second", () => {
  expect(leastAttempts("calls", 60)).toBe(60);
  expect(leastAttempts("calls", 1)).toBe(60);
  expect(leastAttempts("calls", 61)).toBe(61);
  expect(leastAttempts("reports", 86_401)).toBe(2);
});
