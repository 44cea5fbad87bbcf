import { expect, test } from "vitest";
import { countPlaywright, countVitest, judgePart, sumCounts, wordTotal } from "./counts.mjs";

const vitest = { numPassedTests: 3, numFailedTests: 1, numPendingTests: 1, numTodoTests: 1, testResults: [] };

test("a test that Vitest skipped or that is still to do is told apart from the failed ones", () => {
  expect(countVitest(vitest)).toEqual({ passed: 3, failed: 1, skipped: 2 });
});

test("a test file that cannot be loaded counts as one failed", () => {
  const testResults = [
    { status: "failed", assertionResults: [] },
    { status: "passed", assertionResults: [{}] },
  ];
  expect(countVitest({ ...vitest, testResults }).failed).toBe(2);
});

test("Playwright's flaky tests and faults outside tests count as failed", () => {
  const report = { stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 }, errors: [{}] };
  expect(countPlaywright(report)).toEqual({ passed: 5, failed: 3, skipped: 2 });
});

test.each([
  ["no report at all", undefined, 0],
  ["no test that ran", { passed: 0, failed: 0, skipped: 0 }, 0],
  ["a bad end after good tests", { passed: 4, failed: 0, skipped: 0 }, 1],
])("%s is a failure", (_, counts, exitCode) => {
  expect(judgePart(counts, exitCode).failed).toBe(1);
});

test("a part that went well is left as it is", () => {
  expect(judgePart({ passed: 4, failed: 0, skipped: 0 }, 0)).toEqual({ passed: 4, failed: 0, skipped: 0 });
});

test("the closing line counts the skipped as failed", () => {
  const total = sumCounts([
    { passed: 4, failed: 0, skipped: 1 },
    { passed: 2, failed: 1, skipped: 0 },
  ]);
  expect(wordTotal(total)).toBe("6 passed, 2 failed");
});
