import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readStep } from "../apps/server/src/platform/database/migration-step-rules.ts";
import lastRelease from "./last-release.json" with { type: "json" };

const FOLDER = new URL("../apps/server/src/migrations/", import.meta.url);

/** The digest leaves out imports, because imported files may move, and docstrings, because they may be improved. */
function digest(file: string): string {
  const text = readFileSync(new URL(file, FOLDER), "utf8");
  const work = text.replaceAll(/^import [^;]+;$/gm, "").replaceAll(/^\/\*\*.*?\*\/$/gms, "");
  return createHash("sha256").update(work.replaceAll(/\s+/g, " ").trim()).digest("hex");
}

const LAST_WITHOUT_A_MARK = "20261201110000";

const listFilesAfter = (stamp: string) =>
  readdirSync(FOLDER).filter((file) => /^\d{14}-/.test(file) && file.slice(0, 14) > stamp);

describe("each new migration", () => {
  const steps = listFilesAfter(LAST_WITHOUT_A_MARK).map((file) => ({ file, step: readStep(file.slice(0, -3)) }));

  test("says in its name whether the last release works on with it (npm run db:new)", () => {
    expect(steps.filter(({ step }) => !step).map(({ file }) => file)).toEqual([]);
  });

  test("that contracts names a step which the last release has", () => {
    const landed = listFilesAfter("").map((file) => file.slice(0, 14));
    const ofLast = landed.filter((stamp) => stamp <= lastRelease.lastMigration.slice(0, 14));
    const contracts = steps.filter(({ step }) => step?.since !== undefined);
    expect(contracts.filter(({ step }) => !ofLast.includes(step?.since ?? "")).map(({ file }) => file)).toEqual([]);
  });
});

test("the last release has a migration of this tree as its last one", () => {
  expect(lastRelease.commit).toMatch(/^[0-9a-f]{40}$/);
  expect(readdirSync(FOLDER)).toContain(`${lastRelease.lastMigration}.ts`);
});

test("no migration and no old step changes after it has landed: landed.txt has the digest of each, and a new one adds its line", () => {
  const files = readdirSync(FOLDER).filter((file) => file !== "landed.txt");
  const lines = files.sort().map((file) => `${digest(file)}  ${file}`);
  const landed = readFileSync(new URL("landed.txt", FOLDER), "utf8").trimEnd().split("\n");
  expect(lines).toEqual(landed);
});
