import { expect, test } from "vitest";
import { rerunFailed } from "./rerun-failed.mjs";

type Counts = { passed: number; failed: number; skipped: number; failures: ReturnType<typeof makeFailure>[] };

const makeFailure = (name: string) => ({ name, reason: "", aloneArgs: [] });
const makeCounts = (failed: string[]): Counts => ({
  passed: 7,
  failed: failed.length,
  skipped: 0,
  failures: failed.map(makeFailure),
});

/** A part of the tests in which those named pass when they are run alone. */
function makePart(names: string[]) {
  const runNames: string[] = [];
  const runAlone = async ({ name }: { name: string }) => {
    runNames.push(name);
    return names.includes(name) ? makeCounts([]) : makeCounts([name]);
  };
  return { part: { runAlone }, runNames };
}

test("a test that passes alone is named as flaky and counts as passed; one that fails again has failed", async () => {
  const { part, runNames } = makePart(["unlucky"]);
  const counts = makeCounts(["broken", "unlucky"]);
  expect(await rerunFailed([{ part, counts }])).toEqual(["unlucky"]);
  expect(runNames).toEqual(["broken", "unlucky"]);
  expect(counts).toEqual({ passed: 8, failed: 1, skipped: 0, failures: [makeFailure("broken")] });
});

test("a test that was not run at all when it was run alone has failed", async () => {
  const runAlone = async () => ({ passed: 0, failed: 0, skipped: 0, failures: [] });
  const counts = makeCounts(["lost"]);
  expect(await rerunFailed([{ part: { runAlone }, counts }])).toEqual([]);
  expect(counts.failed).toBe(1);
});

test("a failed part that has the machine to itself anyway is not run again", async () => {
  const counts = makeCounts(["types"]);
  expect(await rerunFailed([{ part: {}, counts }])).toEqual([]);
  expect(counts.failed).toBe(1);
});

test("where many tests failed, none is run again", async () => {
  const names = ["a", "b", "c", "d", "e", "f"];
  const { part, runNames } = makePart(names);
  const counts = makeCounts(names);
  expect(await rerunFailed([{ part, counts }])).toEqual([]);
  expect(runNames).toEqual([]);
  expect(counts.failed).toBe(6);
});
