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

const vitest = { numPassedTests: 3, numFailedTests: 1, numPendingTests: 1, numTodoTests: 1, testResults: [] };

test("a test that Vitest skipped, or that is still to do, is counted apart from the failed ones", () => {
  expect(countVitest(vitest)).toMatchObject({ passed: 3, failed: 1, skipped: 2 });
});

test("a test file that cannot be loaded counts as one failed test", () => {
  const testResults = [
    { name: "a.test.ts", status: "failed", assertionResults: [] },
    {
      name: "b.test.ts",
      status: "passed",
      assertionResults: [{ status: "passed", fullName: "works", failureMessages: [] }],
    },
  ];
  expect(countVitest({ ...vitest, testResults })).toMatchObject({
    failed: 2,
    failures: [{ name: "a.test.ts", aloneArgs: ["a.test.ts"] }],
  });
});

test("failed tests of both runners are named with their files and with the beginning of what went wrong, on one line", () => {
  const assertionResults = [
    { status: "failed", fullName: "a group breaks", failureMessages: ["Error: expected 1\n    at a.test.ts:3"] },
    { status: "passed", fullName: "a group works", failureMessages: [] },
  ];
  const testResults = [{ name: "a.test.ts", status: "failed", assertionResults }];
  expect(countVitest({ ...vitest, testResults }).failures.map(formatFailure)).toEqual([
    "a.test.ts: a group breaks | Error: expected 1 at a.test.ts:3",
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

test("a failed test of either runner brings the arguments that run it alone, and its name does not hold the folder of the checkout", () => {
  const assertionResults = [{ status: "failed", fullName: "costs R$ 47 (+10)", failureMessages: [] }];
  const file = fileURLToPath(new URL("counts.test.ts", import.meta.url));
  const testResults = [{ name: file, status: "failed", assertionResults }];
  const [failure] = countVitest({ ...vitest, testResults }).failures;
  expect(failure?.name).toBe("scripts/launcher/counts.test.ts: costs R$ 47 (+10)");
  const [ownFile, , pattern] = failure?.aloneArgs ?? [];
  expect(ownFile).toBe("scripts/launcher/counts.test.ts");
  expect(
    ["costs R$ 47 (+10)", "costs R$ 47 (+10) twice"].map((name) => new RegExp(String(pattern)).test(name)),
  ).toEqual([true, false]);

  const tests = [{ status: "unexpected", projectName: "phone", results: [] }];
  const suites = [{ title: "a.spec.ts", specs: [{ title: "breaks", file: "a.spec.ts", line: 7, tests }] }];
  const stats = { expected: 0, unexpected: 1, flaky: 0, skipped: 0 };
  expect(countPlaywright({ stats, errors: [], suites }).failures[0]?.aloneArgs).toEqual([
    "a.spec.ts:7",
    "--project",
    "phone",
    "--grep",
    "breaks$",
  ]);
});

test("what journeys measured is listed, a line a journey", () => {
  const test = (projectName: string, annotations: { type: string; description: string }[]) => ({
    ...{ projectName, annotations, status: "expected", results: [] },
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
