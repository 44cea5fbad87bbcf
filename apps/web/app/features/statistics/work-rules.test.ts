import { expect, test } from "vitest";
import { leaveOutDone } from "./work-rules.ts";

const oldest = { oldestAt: "2026-11-23T15:00:00.000Z", oldestId: "0190a1b2-0000-4000-8000-000000000001" };
const [reports, appeals] = [
  { kind: "reports", count: 2, ...oldest },
  { kind: "appeals", count: 1, ...oldest },
] as const;

test("work that is already done is left out of its own kind alone", () => {
  expect(leaveOutDone([reports, appeals], { reports: 1 })).toEqual([{ ...reports, count: 1 }, appeals]);
  expect(leaveOutDone([reports, appeals], {})).toEqual([reports, appeals]);
});

test("where nothing is left, nothing waits the longest, and no number falls below zero", () => {
  for (const doneCount of [2, 3])
    expect(leaveOutDone([reports], { reports: doneCount })).toEqual([
      { kind: "reports", count: 0, oldestAt: null, oldestId: null },
    ]);
});
