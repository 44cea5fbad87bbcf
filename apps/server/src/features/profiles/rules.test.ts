import type { AccountType } from "@caramelo/contract/accounts/account";
import { describe, expect, test } from "vitest";
import { maySeeProfile, restateAge, statusOf } from "./rules.ts";

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
