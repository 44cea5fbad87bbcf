import { expect, test } from "vitest";
import { checkCounts, countPlaywright, countVitest, formatFailure, formatTotal } from "./counts.mjs";

const makePassed = (title: string) => ({ status: "passed", ancestorTitles: [], title, failureMessages: [] });
const makeFailed = (title: string, failureMessages: string[] = []) => ({
  status: "failed",
  ancestorTitles: ["a group"],
  title,
  failureMessages,
});

test("a test that Vitest skipped, or that is still to do, did not pass", () => {
  const assertionResults = [
    makePassed("works"),
    { ...makePassed("later"), status: "todo" },
    { ...makePassed("not"), status: "skipped" },
  ];
  const counts = countVitest({ testResults: [{ name: "a.test.ts", status: "passed", assertionResults }] });
  expect(counts.passed).toBe(1);
  expect(counts.failures.map(formatFailure)).toEqual(["a.test.ts: later | todo", "a.test.ts: not | skipped"]);
});

test("a test file that cannot be loaded, or whose hook threw, counts as one failed test in addition to others", () => {
  const testResults = [
    { name: "a.test.ts", status: "failed", message: "no such module", assertionResults: [] },
    { name: "b.test.ts", status: "failed", assertionResults: [makePassed("works")] },
    { name: "c.test.ts", status: "failed", assertionResults: [makeFailed("breaks")] },
  ];
  expect(countVitest({ testResults })).toEqual({
    passed: 1,
    failures: [
      { name: "a.test.ts", reason: "no such module", file: "a.test.ts" },
      { name: "b.test.ts", reason: "", file: "b.test.ts" },
      { name: "c.test.ts: a group > breaks", reason: "failed", file: "c.test.ts" },
    ],
  });
});

test("failed tests of both runners are named with their files and with the beginning of what went wrong, on one line", () => {
  const assertionResults = [makeFailed("breaks", ["Error: expected 1\n    at a.test.ts:3"]), makePassed("works")];
  const testResults = [{ name: "a.test.ts", status: "failed", assertionResults }];
  expect(countVitest({ testResults }).failures.map(formatFailure)).toEqual([
    "a.test.ts: a group > breaks | Error: expected 1 at a.test.ts:3",
  ]);

  const spec = (title: string, status: string, errors: { message: string }[] = []) => ({
    title,
    file: "a.spec.ts",
    tests: [{ status, projectName: "phone", results: [{ errors }] }],
  });
  const errors = [{ message: "\u001b[31mError:\u001b[39m no\nbutton" }];
  const group = { specs: [spec("breaks", "unexpected", errors), spec("works", "expected"), spec("rests", "skipped")] };
  const suites = [{ specs: [spec("wavers", "flaky", errors)], suites: [group] }];
  const counts = countPlaywright({ errors: [{ message: "the server did not start" }], suites });
  expect(counts.passed).toBe(1);
  expect(counts.failures.map(formatFailure)).toEqual([
    "[phone] a.spec.ts: wavers | Error: no button",
    "[phone] a.spec.ts: breaks | Error: no button",
    "[phone] a.spec.ts: rests | skipped",
    "outside of the journeys | the server did not start",
  ]);
});

test.each([
  ["without a report", undefined, 0],
  ["in which no test ran", { passed: 0, failures: [] }, 0],
  ["that ends badly after its tests passed", { passed: 4, failures: [] }, 1],
])("a run %s has failed", (_, counts, exitCode) => {
  expect(checkCounts(counts, exitCode).failures.length).toBe(1);
});

test("the counts of a run that went well, or that names what failed, stay as they are", () => {
  const good = { passed: 4, failures: [] };
  expect(checkCounts(good, 0)).toBe(good);
  const bad = { passed: 4, failures: [{ name: "a.test.ts: breaks", reason: "" }] };
  expect(checkCounts(bad, 1)).toBe(bad);
});

test("the closing line sums what passed and what did not", () => {
  const parts = [
    { passed: 4, failures: [] },
    { passed: 2, failures: [{ name: "a.test.ts: breaks", reason: "" }] },
  ];
  expect(formatTotal(parts)).toBe("6 passed, 1 failed");
});
