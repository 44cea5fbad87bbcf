import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { TEST_PARTS } from "./test-parts.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Runs Node without any other command, as on a machine with nothing installed. Returns what it printed. */
function runWithoutCommands(args: string[], env = {}): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    env: { PATH: "", ...env },
    encoding: "utf8",
  });
  expect(`${status} ${stderr}`).toBe("0 ");
  return stdout.trim();
}

/** The files that Vitest would run, each after its project. */
const listFiles = (...args: string[]) =>
  runWithoutCommands(["node_modules/vitest/vitest.mjs", "list", "--filesOnly", ...args]).split("\n");
const allFiles = globSync("{apps,bench,chaos,e2e,packages,scripts,siege,testing}/**/*.test.{ts,tsx}", {
  exclude: (name) => name === "node_modules",
});

test("every file of tests belongs to one project by its suffix, also where nothing is installed that it needs", () => {
  const lines = listFiles();
  expect(lines.map((line) => line.replace(/^\[.+?\] /, "")).toSorted()).toEqual(allFiles.toSorted());
  for (const suffix of ["feature", "alone", "slow", "sites"]) {
    const files = allFiles.filter((file) => file.endsWith(`.${suffix}.test.ts`));
    expect(files.length).toBeGreaterThan(0);
    expect(lines).toEqual(expect.arrayContaining(files.map((file) => `[${suffix}] ${file}`)));
  }
});

test("npm run test:all runs every project", () => {
  const parts = TEST_PARTS.filter(({ belongsTo }) => belongsTo !== "name");
  const projects = new Set(parts.flatMap((part) => part.projects ?? []));
  expect(listFiles(...[...projects].map((project) => `--project=${project}`)).length).toBe(allFiles.length);
});

test("what runs a second time are files that are there", () => {
  for (const key of ["bucket", "database"]) {
    const part = TEST_PARTS.find((testPart) => testPart.key === key);
    expect(part?.files?.length).toBeGreaterThan(0);
    for (const file of part?.files ?? [])
      expect(
        allFiles.filter((name) => name.includes(file)),
        file,
      ).not.toEqual([]);
  }
});

test("a machine without redis-server, haproxy and git leaves out the tests of whole sites and other engines, and says what it lacks", () => {
  const code = `
    import { TEST_PARTS } from "./scripts/launcher/test-parts.mjs";
    console.log(JSON.stringify(TEST_PARTS.map(({ key, findLeftOut }) => [key, findLeftOut?.()]).filter(([, missing]) => missing)))`;
  expect(JSON.parse(runWithoutCommands(["--input-type=module", "--eval", code]))).toEqual([
    ["sites", expect.stringMatching(/whole sites.*redis-server, haproxy, prometheus/)],
    ["engines", expect.stringMatching(/other engines.*firefox-esr, webkit2gtk-driver and xvfb, a Chromium/)],
  ]);
});
