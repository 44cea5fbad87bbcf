import { expect, test } from "vitest";
import { eraseOn, mayTakeBack, remindedUntil, walkedBefore } from "./rules.ts";

const now = new Date("2026-11-27T12:00:00Z");

test("[D5.17] an erasure begins after thirty days, of which the last three are reminded of", () => {
  expect(eraseOn(now)).toEqual(new Date("2026-12-27T12:00:00Z"));
  expect(remindedUntil(now)).toEqual(new Date("2026-11-30T12:00:00Z"));
});

test("[D5.17] an erasure can be taken back until its moment, and not once it has begun", () => {
  const endsAt = eraseOn(now);
  const justBefore = new Date(endsAt.getTime() - 1);
  expect(mayTakeBack({ endsAt, begunAt: null }, justBefore)).toBe(true);
  expect(mayTakeBack({ endsAt, begunAt: null }, endsAt)).toBe(false);
  // The clock of another machine has begun it a moment ago.
  expect(mayTakeBack({ endsAt, begunAt: justBefore }, justBefore)).toBe(false);
});

test("[T53] the steps are walked once more an hour later", () => {
  expect(walkedBefore(now)).toEqual(new Date("2026-11-27T11:00:00Z"));
});
