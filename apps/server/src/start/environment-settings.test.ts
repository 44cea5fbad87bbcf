import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type EnvironmentSetting, environmentSettings } from "./environment-settings.ts";

const readLines = (file: string) => readFileSync(new URL(`../../../../${file}`, import.meta.url), "utf8").split("\n");

test("docs/environment-settings.md lists every environment setting with its default and its meaning, in the order of the table", () => {
  const expectedLines = Object.entries<EnvironmentSetting>(environmentSettings).map(
    ([name, { preset = "–", meaning }]) => {
      return `| \`${name}\` | ${preset} | ${meaning} |`;
    },
  );
  const rows = readLines("docs/environment-settings.md").filter((line) => /^\| `[A-Z\d_]+` \|/.test(line));
  expect(rows.filter((row) => !row.startsWith("| `LIMIT_"))).toEqual(expectedLines);
});

test("a default that docs/environment-settings.md shows as a value is the one that an unset variable gets", () => {
  for (const { preset = "", value } of Object.values<EnvironmentSetting>(environmentSettings)) {
    const shownPreset = /^`([^`]+)`$/.exec(preset)?.[1];
    if (shownPreset !== undefined) expect(value.parse(undefined)).toEqual(value.parse(shownPreset));
  }
});

test("the sample .env file names every environment setting once, in the same order", () => {
  const names = readLines(".env.example").flatMap((line) => /^([A-Z\d_]+)=/.exec(line)?.[1] ?? []);
  const settings = names.filter((name) => !name.startsWith("LIMIT_"));
  expect(settings).toEqual(Object.keys(environmentSettings));
});
