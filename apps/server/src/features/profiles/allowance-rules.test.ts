import { describe, expect, test } from "vitest";
import { profilesADayFor } from "./allowance-rules.ts";

const numbers = { ordinary: 1_500, premium: 3_000, fresh: 750 };
const now = new Date("2026-11-22T12:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const plain = { hasCourtesyPremium: false, premiumUntil: null };

describe("[T16] how many profiles a member is shown in a day", () => {
  test.each([
    ["an ordinary member", { ...plain, createdAt: daysAgo(3) }, 1_500],
    ["a new account", { ...plain, createdAt: new Date(daysAgo(3).getTime() + 1) }, 750],
    ["a member with premium", { ...plain, createdAt: daysAgo(30), premiumUntil: daysAgo(-1) }, 3_000],
    ["a new account with premium", { ...plain, createdAt: daysAgo(1), premiumUntil: daysAgo(-1) }, 3_000],
    ["a member with premium of the staff", { ...plain, createdAt: daysAgo(9), hasCourtesyPremium: true }, 3_000],
    ["a member whose premium ended", { ...plain, createdAt: daysAgo(9), premiumUntil: now }, 1_500],
    [
      "a baby, who has no entitlement of premium",
      { createdAt: daysAgo(9), hasCourtesyPremium: null, premiumUntil: null },
      1_500,
    ],
  ])("%s", (_, viewer, expectedNumber) => {
    expect(profilesADayFor(viewer, numbers, now)).toBe(expectedNumber);
  });

  test("is never more for a new account than for an old one", () => {
    expect(profilesADayFor({ ...plain, createdAt: now }, { ...numbers, ordinary: 100 }, now)).toBe(100);
  });
});
