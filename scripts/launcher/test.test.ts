import { expect, test } from "vitest";
import { rerunFailed } from "./test.mjs";

const makeFailure = (name: string, file = `${name}.test.ts`) => ({ name, reason: "", file });
const makeCounts = (names: string[]) => ({ passed: 7, failures: names.map((name) => makeFailure(name)) });

/** A part of the tests in which those named fail again when their files run alone. */
function makePart(names: string[]) {
  const runs: string[][] = [];
  const rerun = async (files: string[]) => {
    runs.push(files);
    return { passed: 1, failures: names.map((name) => makeFailure(name)) };
  };
  return { rerun, runs };
}

test("a test that passes alone is named as flaky and counts as passed; one that fails again has failed", async () => {
  const { rerun, runs } = makePart(["broken"]);
  expect(await rerunFailed({ rerun }, makeCounts(["broken", "unlucky"]))).toEqual({
    counts: { passed: 8, failures: [makeFailure("broken")] },
    flaky: [makeFailure("unlucky")],
  });
  expect(runs).toEqual([["broken.test.ts", "unlucky.test.ts"]]);
});

test("a test that was not run at all when its file was run alone has failed", async () => {
  const counts = makeCounts(["lost"]);
  const rerun = async () => ({ passed: 0, failures: [] });
  expect(await rerunFailed({ rerun }, counts)).toEqual({ counts, flaky: [] });
});

test("a test that has the machine to itself anyway, belongs to no file or kills during sends is not run again", async () => {
  const { rerun, runs } = makePart([]);
  const counts = makeCounts(["types"]);
  expect(await rerunFailed({}, counts)).toEqual({ counts, flaky: [] });
  for (const failure of [{ name: "the run", reason: "" }, makeFailure("kills", "chaos/chaos.slow.test.ts")])
    expect((await rerunFailed({ rerun }, { passed: 7, failures: [failure] })).flaky).toEqual([]);
  expect(runs).toEqual([]);
});

test("where many tests failed, none is run again", async () => {
  const { rerun, runs } = makePart([]);
  const counts = makeCounts(["a", "b", "c", "d", "e", "f"]);
  expect(await rerunFailed({ rerun }, counts)).toEqual({ counts, flaky: [] });
  expect(runs).toEqual([]);
});
