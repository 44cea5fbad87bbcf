import { expect, test } from "vitest";
import { checkCounts, countPlaywright, countVitest, formatTotal, listFigures, sumCounts } from "./counts.mjs";

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
  expect(countVitest({ ...vitest, testResults })).toMatchObject({ failed: 2, failures: ["a.test.ts"] });
});

test("failed tests of both runners are named with their files and with the beginning of what went wrong, on one line", () => {
  const assertionResults = [
    { status: "failed", fullName: "a group breaks", failureMessages: ["Error: expected 1\n    at a.test.ts:3"] },
    { status: "passed", fullName: "a group works", failureMessages: [] },
  ];
  const testResults = [{ name: "a.test.ts", status: "failed", assertionResults }];
  expect(countVitest({ ...vitest, testResults }).failures).toEqual([
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
  expect(countPlaywright({ stats, errors: [], suites }).failures).toEqual([
    "[phone] a.spec.ts:7 wavers | line 9: Error: no button",
    "[phone] a.spec.ts:7 breaks | line 9: Error: no button",
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
    { passed: 2, failed: 1, skipped: 0, failures: ["a"] },
  ]);
  expect(formatTotal(total)).toBe("6 passed, 2 failed");
});
