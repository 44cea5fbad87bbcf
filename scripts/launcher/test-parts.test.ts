import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
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

test("the names of tests do not depend on what is installed: without Redis those that need one are listed too", () => {
  const list = ["node_modules/vitest/vitest.mjs", "list", "--filesOnly", "--project=nodes"];
  expect(runWithoutCommands(list).split("\n")).toEqual(
    expect.arrayContaining(["[nodes] apps/server/src/start/nodes.test.ts", "[nodes] chaos/nodes.test.ts"]),
  );
});

test("every file of tests belongs to one project of one part of npm run test:all", () => {
  const parts = TEST_PARTS.filter(({ belongsTo }) => belongsTo !== "name");
  const projects = parts.flatMap((part) => part.projects ?? []);
  expect(new Set(projects).size).toBe(projects.length);
  const chosen = projects.map((project) => `--project=${project}`);
  const lines = runWithoutCommands(["node_modules/vitest/vitest.mjs", "list", "--filesOnly", ...chosen]).split("\n");
  const files = globSync("{apps,bench,chaos,e2e,packages,scripts,siege}/**/*.test.{ts,tsx}", {
    exclude: (name) => name === "node_modules",
  });
  expect(lines.map((line) => line.replace(/^\[.+?\] /, "")).toSorted()).toEqual(files.toSorted());
});

test("the part on another database leaves out the files that say @one-database, and no other", () => {
  const part = TEST_PARTS.find(({ key }) => key === "database");
  const chosen = (part?.projects ?? []).map((project) => `--project=${project}`);
  const list = ["node_modules/vitest/vitest.mjs", "list", "--filesOnly", ...chosen];
  const kept = runWithoutCommands(list, { TEST_REPEATED: "off" }).split("\n");
  const leftOut = runWithoutCommands(list)
    .split("\n")
    .filter((line) => !kept.includes(line));
  const marked = globSync("apps/server/src/**/*.test.ts").filter((file) =>
    readFileSync(file, "utf8").includes("@one-database"),
  );
  expect(marked.length).toBeGreaterThan(0);
  expect(leftOut.map((line) => line.replace(/^\[.+?\] /, "")).toSorted()).toEqual(marked.toSorted());
});

test("a machine without redis-server, haproxy and git leaves out the tests of several processes, of a failover and of two releases, and says what it lacks", () => {
  const code = `
    import { TEST_PARTS } from "./scripts/launcher/test-parts.mjs";
    console.log(JSON.stringify(TEST_PARTS.map(({ key, findPartlyMissing }) => [key, findPartlyMissing?.()]).filter(([, missing]) => missing)))`;
  expect(JSON.parse(runWithoutCommands(["--input-type=module", "--eval", code]))).toEqual([
    ["sites", expect.stringMatching(/two releases.*redis-server.*haproxy.*history has no commit.*\n.*everything that/)],
    ["rolling", expect.stringMatching(/two releases.*redis-server.*haproxy.*history has no commit/)],
    ["engines", expect.stringMatching(/everything that a site runs on.*redis-server.*haproxy, prometheus/)],
    ["kills", expect.stringMatching(/redis-server \(tests of several processes and of a failover\)/)],
  ]);
});
