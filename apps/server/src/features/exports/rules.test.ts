import { expect, test } from "vitest";
import { dayBefore, endOfExports, expiryOf, isBeyondTries, isLastTry, nextRequestAt } from "./rules.ts";

const now = new Date("2026-11-27T12:00:00Z");
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

test("[D5.16] a member may request again a day after the last request, and at once when that failed", () => {
  expect(nextRequestAt(undefined, now)).toBeNull();
  expect(nextRequestAt({ state: "ready", requestedAt: hoursAgo(24) }, now)).toBeNull();
  expect(nextRequestAt({ state: "ready", requestedAt: hoursAgo(23) }, now)).toEqual(hoursAgo(-1));
  expect(nextRequestAt({ state: "waiting", requestedAt: hoursAgo(0) }, now)).toEqual(hoursAgo(-24));
  expect(nextRequestAt({ state: "failed", requestedAt: hoursAgo(0) }, now)).toBeNull();
  expect(dayBefore(now)).toEqual(hoursAgo(24));
});

test("[D5.16] an export ends 48 hours after its request", () => {
  expect(endOfExports(now)).toEqual(hoursAgo(48));
  expect(expiryOf(hoursAgo(48))).toEqual(now);
});

test("[D5.16] an export is tried five times, and one that ended its process each time is given up", () => {
  expect([1, 4, 5, 6].map(isLastTry)).toEqual([false, false, true, true]);
  expect([1, 5, 6].map(isBeyondTries)).toEqual([false, false, true]);
});
