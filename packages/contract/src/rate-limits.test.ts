import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { limitSetting, rateLimits } from "./rate-limits.ts";

const readLines = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8").split("\n");

test("the README lists every limit with its setting, its default and its meaning, in the order of the table", () => {
  const rows = Object.entries(rateLimits).map(([name, row]) => {
    const form = "form" in row ? ` (${row.form})` : "";
    return `| \`${limitSetting(name)}\` | \`${row.preset}\` | ${row.meaning}${form} |`;
  });
  expect(readLines("README.md").filter((line) => line.startsWith("| `LIMIT_"))).toEqual(rows);
});

test("the example of the settings names every limit", () => {
  const names = Object.keys(rateLimits).map((name) => `${limitSetting(name)}=`);
  expect(readLines(".env.example").filter((line) => line.startsWith("LIMIT_"))).toEqual(names);
});
