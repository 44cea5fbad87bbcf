import type { AccountType } from "@caramelo/contract/accounts/account";
import { describe, expect, test } from "vitest";
import { maySeeProfile, profilesADayFor, restateAge, statusOf } from "./rules.ts";

const now = new Date("2026-11-21T12:00:00Z");

describe("a stated age", () => {
  test.each([
    [26, "2000-11-21", undefined],
    [25, "2000-11-21", { statedAge: 25, ageStatedOn: "2026-11-21" }],
    [27, "2000-11-21", { statedAge: 27, ageStatedOn: "2026-11-21" }],
    [99, "1926-11-21", undefined],
    [98, "1926-11-21", { statedAge: 98, ageStatedOn: "2026-11-21" }],
    [26, null, { statedAge: 26, ageStatedOn: "2026-11-21" }],
  ])("[D2.35] of %i for an estimated birth date of %s changes %o", (age, bornOn, change) => {
    expect(restateAge(age, { birthOn: null, estimatedBirthOn: bornOn }, "2026-11-21")).toEqual(change);
  });

  test("[D2.36] of any number changes nothing once a birth date is verified", () => {
    const knownBirth = { birthOn: "2000-11-21", estimatedBirthOn: "2000-11-21" };
    for (const age of [18, 25, 26, 99]) expect(restateAge(age, knownBirth, "2026-11-21")).toBeUndefined();
  });
});

describe("a profile opens", () => {
  const viewer = { id: "v", role: "daddy" as const };
  const profile = {
    id: "p",
    role: "baby" as AccountType | "admin",
    isActive: true,
    isHiddenPair: false,
    hasConversation: false,
  };

  test.each([
    ["of the other side", {}, true],
    ["of one's own side", { role: "mommy" as const }, false],
    ["of one's own side in a conversation", { role: "mommy" as const, hasConversation: true }, true],
    ["of an inactive member", { isActive: false, hasConversation: true }, false],
    ["of a hidden member", { isHiddenPair: true, hasConversation: true }, false],
    ["of the staff", { role: "admin" as const, hasConversation: true }, false],
    ["of oneself", { id: "v", role: "daddy" as const }, true],
  ])("%s: %o is %s", (_, facts, isOpen) => {
    expect(maySeeProfile(viewer, { ...profile, ...facts })).toBe(isOpen);
  });

  test("to the staff in every state, unless it is of the staff", () => {
    const admin = { id: "a", role: "admin" as const };
    expect(maySeeProfile(admin, { ...profile, isActive: false, isHiddenPair: true })).toBe(true);
    expect(maySeeProfile(admin, { ...profile, id: "a", role: "admin" })).toBe(false);
  });

  test("to the staff with its state", () => {
    const none = { deactivatedAt: null, suspendedAt: null, bannedAt: null, hiddenAt: null, awaitsConfirmation: false };
    expect(statusOf(none)).toBe("active");
    expect(statusOf({ ...none, deactivatedAt: now })).toBe("deactivated");
    expect(statusOf({ ...none, awaitsConfirmation: true })).toBe("unconfirmed");
    expect(statusOf({ ...none, hiddenAt: now })).toBe("hidden");
    expect(statusOf({ ...none, deactivatedAt: now, suspendedAt: now, hiddenAt: now, awaitsConfirmation: true })).toBe(
      "suspended",
    );
    expect(statusOf({ ...none, suspendedAt: now, bannedAt: now })).toBe("banned");
  });
});

describe("[T16] how many profiles a member is shown in a day", () => {
  const numbers = { ordinary: 1_500, premium: 3_000, fresh: 750 };
  const now = new Date("2026-11-22T12:00:00Z");
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const plain = { hasCourtesyPremium: false, premiumUntil: null };

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
  ])("%s", (_, viewer, expected) => {
    expect(profilesADayFor(viewer, numbers, now)).toBe(expected);
  });

  test("is never more for a new account than for an old one", () => {
    expect(profilesADayFor({ ...plain, createdAt: now }, { ...numbers, ordinary: 100 }, now)).toBe(100);
  });
});
