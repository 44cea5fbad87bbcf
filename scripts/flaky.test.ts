import { expect, test } from "vitest";
import { judgeFlaky } from "./flaky.mjs";

test("two flaky tests do not fail a run", () => {
  expect(judgeFlaky([], ["a"])).toEqual([]);
  expect(judgeFlaky(["a", "b"], ["c"])).toEqual([]);
});

test("three flaky tests fail a run", () => {
  expect(judgeFlaky(["a", "b", "c"], [])).toEqual(["3 tests were flaky, and at most 2 may be"]);
});

test("a test that was flaky in the run before fails a run", () => {
  expect(judgeFlaky(["a", "b"], ["b"])).toEqual(["flaky before, too: b"]);
});

test("a test that was flaky in two parts of one run fails it", () => {
  expect(judgeFlaky(["a", "a"], [])).toEqual(["flaky before, too: a"]);
});
