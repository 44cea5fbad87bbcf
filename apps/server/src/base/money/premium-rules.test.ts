import { describe, expect, test } from "vitest";
import {
  balanceOf,
  isHighlightedAt,
  isPayer,
  isPremiumAt,
  maySeeWhoCame,
  paysToWrite,
  premiumEnd,
} from "./premium-rules.ts";

const now = new Date("2026-11-21T12:00:00Z");
const inMs = (ms: number) => new Date(now.getTime() + ms);

describe("premium", () => {
  test("is active until its end, and not at that moment", () => {
    expect(isPremiumAt({ hasCourtesyPremium: false, premiumUntil: inMs(1) }, now)).toBe(true);
    expect(isPremiumAt({ hasCourtesyPremium: false, premiumUntil: now }, now)).toBe(false);
    expect(isPremiumAt({ hasCourtesyPremium: false, premiumUntil: null }, now)).toBe(false);
    expect(isPremiumAt({ hasCourtesyPremium: null, premiumUntil: null }, now)).toBe(false);
    expect(isPremiumAt(undefined, now)).toBe(false);
  });

  test("that the staff gave has no end", () => {
    expect(isPremiumAt({ hasCourtesyPremium: true, premiumUntil: null }, now)).toBe(true);
  });

  test("names its end while a purchase runs, and no end when the staff gave premium as well", () => {
    expect(premiumEnd({ hasCourtesyPremium: false, premiumUntil: inMs(1) }, now)).toEqual(inMs(1));
    expect(premiumEnd({ hasCourtesyPremium: false, premiumUntil: now }, now)).toBeNull();
    expect(premiumEnd({ hasCourtesyPremium: null, premiumUntil: null }, now)).toBeNull();
    expect(premiumEnd({ hasCourtesyPremium: true, premiumUntil: inMs(1) }, now)).toBeNull();
  });
});

test("a highlight is active until its end, and not at that moment", () => {
  expect(isHighlightedAt({ highlightedUntil: inMs(1) }, now)).toBe(true);
  expect(isHighlightedAt({ highlightedUntil: now }, now)).toBe(false);
  expect(isHighlightedAt({ highlightedUntil: null }, now)).toBe(false);
});

test.each([
  ["baby", false],
  ["daddy", true],
  ["mommy", true],
  ["admin", false],
  [null, false],
] as const)("a member of the role %s is a payer: %s", (role, isExpected) => {
  expect(isPayer(role)).toBe(isExpected);
  expect(paysToWrite({ role, isPremium: false })).toBe(isExpected);
  expect(paysToWrite({ role, isPremium: true })).toBe(false);
});

test.each([
  ["baby", true, true],
  ["daddy", false, true],
  ["mommy", false, true],
  ["admin", false, false],
] as const)("[D3.13] a %s sees who came without premium: %s, and with it: %s", (role, without, withPremium) => {
  expect(maySeeWhoCame(role, { hasCourtesyPremium: false, premiumUntil: now }, now)).toBe(without);
  expect(maySeeWhoCame(role, undefined, now)).toBe(without);
  expect(maySeeWhoCame(role, { hasCourtesyPremium: false, premiumUntil: inMs(1) }, now)).toBe(withPremium);
});

describe("a balance", () => {
  const none = { hasCourtesyPremium: false, premiumUntil: null, tokens: 3, conversations: 1 };

  test("is what a payer without premium has left", () => {
    expect(balanceOf({ ...none, role: "daddy" }, now)).toEqual({ tokens: 3, conversations: 1 });
    expect(balanceOf({ ...none, role: "mommy", tokens: null, conversations: null }, now)).toEqual({
      tokens: 0,
      conversations: 0,
    });
  });

  test("is null for members who write without paying", () => {
    expect(balanceOf({ ...none, role: "baby" }, now)).toBeNull();
    expect(balanceOf({ ...none, role: "admin" }, now)).toBeNull();
    expect(balanceOf({ ...none, role: "daddy", premiumUntil: inMs(1) }, now)).toBeNull();
    expect(balanceOf({ ...none, role: "daddy", hasCourtesyPremium: true }, now)).toBeNull();
  });
});
