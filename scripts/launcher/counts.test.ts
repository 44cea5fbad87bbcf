import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import {
  checkCounts,
  countPlaywright,
  countVitest,
  formatFailure,
  formatTotal,
  listFigures,
  sumCounts,
} from "./counts.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const passed = (title: string) => ({ status: "passed", ancestorTitles: [], title, failureMessages: [] });
const vitest = { numPassedTests: 3, numFailedTests: 1, numPendingTests: 1, numTodoTests: 1, testResults: [] };

test("a test that Vitest skipped, or that is still to do, is counted apart from the failed ones", () => {
  expect(countVitest(vitest)).toMatchObject({ passed: 3, failed: 1, skipped: 2 });
});

test("a test file that cannot be loaded counts as one failed test", () => {
  const testResults = [
    { name: "a.test.ts", status: "failed", assertionResults: [] },
    { name: "b.test.ts", status: "passed", assertionResults: [passed("works")] },
  ];
  expect(countVitest({ ...vitest, testResults })).toMatchObject({
    failed: 2,
    failures: [{ name: "a.test.ts", aloneArgs: ["a.test.ts"] }],
  });
});

test("failed tests of both runners are named with their files and with the beginning of what went wrong, on one line", () => {
  const failed = { status: "failed", ancestorTitles: ["a group"], title: "breaks" };
  const assertionResults = [{ ...failed, failureMessages: ["Error: expected 1\n    at a.test.ts:3"] }, passed("works")];
  const testResults = [{ name: "a.test.ts", status: "failed", assertionResults }];
  expect(countVitest({ ...vitest, testResults }).failures.map(formatFailure)).toEqual([
    "a.test.ts: a group > breaks | Error: expected 1 at a.test.ts:3",
  ]);

  const spec = (title: string, status: string) => ({
    title,
    file: "a.spec.ts",
    line: 7,
    tests: [{ status, projectName: "phone", results: [{ errors }] }],
  });
  const errors = [{ message: "\u001b[31mError:\u001b[39m no button", location: { file: "/house/a.spec.ts", line: 9 } }];
  const inner = { title: "a group", specs: [spec("breaks", "unexpected"), spec("works", "expected")] };
  const suites = [{ title: "a.spec.ts", specs: [spec("wavers", "flaky")], suites: [inner] }];
  const stats = { expected: 1, unexpected: 1, flaky: 1, skipped: 0 };
  expect(countPlaywright({ stats, errors: [], suites }).failures.map(formatFailure)).toEqual([
    "[phone] a.spec.ts: wavers | line 9: Error: no button",
    "[phone] a.spec.ts: breaks | line 9: Error: no button",
  ]);
});

test("a file whose tests passed and whose hook threw, and an error outside every test, count as failed beside other failures", () => {
  const failed = { status: "failed", ancestorTitles: [], title: "breaks", failureMessages: [] };
  const testResults = [
    { name: "a.test.ts", status: "failed", assertionResults: [failed] },
    { name: "b.test.ts", status: "failed", assertionResults: [passed("works")] },
  ];
  expect(countVitest({ ...vitest, testResults }, 1)).toMatchObject({ failed: 3 });
  expect(checkCounts({ passed: 4, failed: 0, skipped: 2, failures: [] }, 1).failed).toBe(1);
});

/** Runs Vitest as the launcher does, and returns its report. */
function runVitest(...args: string[]) {
  const folder = mkdtempSync(join(tmpdir(), "caramelo-report-"));
  const file = join(folder, "report.json");
  const reporter = ["--reporter=json", `--outputFile.json=${file}`];
  const command = ["node_modules/vitest/vitest.mjs", "run", "--project=rules", ...reporter, ...args];
  spawnSync(process.execPath, command, { cwd: ROOT });
  const report = JSON.parse(readFileSync(file, "utf8"));
  rmSync(folder, { recursive: true });
  return report;
}

test("the arguments that a failed test in a group brings make Vitest run it alone", () => {
  const report = runVitest("scripts/borders-lint.test.ts");
  const [file] = report.testResults;
  const [first] = file.assertionResults;
  const testResults = [{ ...file, assertionResults: [{ ...first, status: "failed" }] }];
  const [failure] = countVitest({ ...vitest, testResults }).failures;
  expect(failure?.name).toMatch(/^scripts\/borders-lint\.test\.ts: .+ > /);
  const alone = runVitest(...(failure?.aloneArgs ?? []));
  expect([alone.numPassedTests, alone.numFailedTests]).toEqual([1, 0]);
});

test("the arguments that a failed journey brings name its line, its size and its title", () => {
  const tests = [{ status: "unexpected", projectName: "phone", results: [] }];
  const specs = [{ title: "costs R$ 47 (+10)", file: "a.spec.ts", line: 7, tests }];
  const stats = { expected: 0, unexpected: 1, flaky: 0, skipped: 0 };
  const [failure] = countPlaywright({ stats, errors: [], suites: [{ title: "a.spec.ts", specs }] }).failures;
  const [line, , project, , pattern] = failure?.aloneArgs ?? [];
  expect([line, project]).toEqual(["a.spec.ts:7", "phone"]);
  // Playwright puts the tags of a journey behind its title.
  for (const tags of ["", " @both-sizes", " @desktop @both-sizes"])
    expect(`phone a.spec.ts costs R$ 47 (+10)${tags}`).toMatch(new RegExp(String(pattern)));
  expect("phone a.spec.ts costs R$ 47 (+10) or more").not.toMatch(new RegExp(String(pattern)));
});

test("what journeys measured is listed, a line a journey", () => {
  const test = (projectName: string, annotations: { type: string; description: string }[]) => ({
    projectName,
    annotations,
    status: "expected",
    results: [],
  });
  const figures = [
    { type: "a tab", description: "64 ms" },
    { type: "a message", description: "200 ms" },
  ];
  const specs = [
    { title: "is quick", file: "a.spec.ts", line: 7, tests: [test("phone", figures), test("desktop", [])] },
  ];
  expect(listFigures({ suites: [{ title: "a.spec.ts", suites: [{ title: "a group", specs }] }] })).toEqual([
    "[phone] a.spec.ts:7 a tab: 64 ms; a message: 200 ms",
  ]);
});

test("Playwright's flaky tests and errors outside tests count as failed", () => {
  const report = { stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 }, errors: [{}], suites: [] };
  expect(countPlaywright(report)).toMatchObject({ passed: 5, failed: 3, skipped: 2 });
});

test.each([
  ["a part without a report", undefined, 0],
  ["a part in which no test ran", { passed: 0, failed: 0, skipped: 0, failures: [] }, 0],
  ["a part that ends badly after its tests passed", { passed: 4, failed: 0, skipped: 0, failures: [] }, 1],
])("%s counts as failed", (_, counts, exitCode) => {
  expect(checkCounts(counts, exitCode).failed).toBe(1);
});

test("the counts of a part that went well stay as they are", () => {
  expect(checkCounts({ passed: 4, failed: 0, skipped: 0, failures: [] }, 0)).toEqual({
    passed: 4,
    failed: 0,
    skipped: 0,
    failures: [],
  });
});

test("the closing line counts skipped tests as failed", () => {
  const total = sumCounts([
    { passed: 4, failed: 0, skipped: 1, failures: [] },
    { passed: 2, failed: 1, skipped: 0, failures: [] },
  ]);
  expect(formatTotal(total)).toBe("6 passed, 2 failed");
});
