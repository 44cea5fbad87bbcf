import { prices } from "@caramelo/contract/billing/prices";
import { describe, expect, test } from "vitest";
import {
  type Amounts,
  amountsLeft,
  applyAmounts,
  auditActionOf,
  type Entitlement,
  grantOf,
  shareOf,
} from "./amount-rules.ts";

const NOW = new Date("2026-11-22T12:00:00Z");
const EMPTY: Entitlement = { tokens: 0, conversations: 0, premiumUntil: null, highlightedUntil: null };
const NOTHING: Amounts = { tokens: 0, conversations: 0, premiumSeconds: 0, highlightedSeconds: 0 };
const GRANT: Amounts = { ...NOTHING, tokens: 100, conversations: 10 };
const DAY_SECONDS = 86_400;
const inSeconds = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);

describe("[D4.07] a grant", () => {
  test("of a highlight is 30 days, whatever runs", () => {
    for (const highlightedUntil of [null, inSeconds(-1), inSeconds(DAY_SECONDS)])
      expect(grantOf("highlight", { ...EMPTY, highlightedUntil }, NOW)).toEqual({
        ...NOTHING,
        highlightedSeconds: 30 * DAY_SECONDS,
      });
  });

  test("of premium counts its months from the end of what runs, or from now", () => {
    const month = (premiumUntil: Date | null) =>
      grantOf("premium_monthly", { ...EMPTY, premiumUntil }, NOW).premiumSeconds / DAY_SECONDS;
    expect(month(null)).toBe(30);
    expect(month(inSeconds(-1))).toBe(30);
    // The month that begins on 22 December has 31 days.
    expect(month(new Date("2026-12-22T12:00:00Z"))).toBe(31);
  });
});

describe("[D4.32] the share of a grant", () => {
  const price = prices.tokens.centavos;

  test("is rounded to whole units: a cent takes nothing, and half a token's price a token", () => {
    expect(shareOf(GRANT, 1, price)).toEqual(NOTHING);
    expect(shareOf(GRANT, 23, price)).toEqual(NOTHING);
    expect(shareOf(GRANT, 24, price)).toEqual({ ...NOTHING, tokens: 1 });
    expect(shareOf(GRANT, 2_350, price)).toEqual({ ...NOTHING, tokens: 50, conversations: 5 });
  });

  test("of all of the price, or of more, is all of it", () => {
    expect(shareOf(GRANT, price, price)).toEqual(GRANT);
    expect(shareOf(GRANT, price + 1, price)).toEqual(GRANT);
    expect(shareOf(GRANT, 2 * price, price)).toEqual(GRANT);
  });
});

describe("what is left", () => {
  test("of time counts the second that has begun, and nothing of what has ended", () => {
    const leftIn = (seconds: number) =>
      amountsLeft({ ...EMPTY, premiumUntil: inSeconds(seconds), highlightedUntil: inSeconds(-seconds) }, NOW);
    expect(leftIn(1.001)).toMatchObject({ premiumSeconds: 2, highlightedSeconds: 0 });
    expect(leftIn(2)).toMatchObject({ premiumSeconds: 2 });
    expect(leftIn(0)).toMatchObject({ premiumSeconds: 0, highlightedSeconds: 0 });
    expect(leftIn(-1.5)).toMatchObject({ premiumSeconds: 0, highlightedSeconds: 2 });
  });

  test("[D4.12] ends at once when all of it is taken", () => {
    const leftAmounts = { ...EMPTY, tokens: 3, conversations: 1, premiumUntil: inSeconds(1.5) };
    const { tokens, conversations, premiumSeconds } = amountsLeft(leftAmounts, NOW);
    const takenAmounts = {
      ...NOTHING,
      tokens: -tokens,
      conversations: -conversations,
      premiumSeconds: -premiumSeconds,
    };
    const after = applyAmounts(leftAmounts, takenAmounts, NOW);
    expect(after).toMatchObject({ tokens: 0, conversations: 0, highlightedUntil: null });
    expect(after.premiumUntil?.getTime()).toBeLessThanOrEqual(NOW.getTime());
  });

  test("is extended from its end, or from now once it has ended", () => {
    const more = { ...NOTHING, premiumSeconds: 60, highlightedSeconds: 60 };
    const leftAmounts = { ...EMPTY, premiumUntil: inSeconds(30), highlightedUntil: inSeconds(-30) };
    expect(applyAmounts(leftAmounts, more, NOW)).toMatchObject({
      premiumUntil: inSeconds(90),
      highlightedUntil: inSeconds(60),
    });
    expect(applyAmounts(leftAmounts, NOTHING, NOW)).toEqual(leftAmounts);
  });
});

const nothing = { tokens: 0, conversations: 0 };

test.each([
  [{ ...nothing, tokens: 5 }, "courtesy.granted"],
  [{ ...nothing, conversations: 1 }, "courtesy.granted"],
  [{ ...nothing, hasPremium: true }, "courtesy.granted"],
  [{ ...nothing, tokens: -5 }, "courtesy.revoked"],
  [{ ...nothing, conversations: -1 }, "courtesy.revoked"],
  [{ ...nothing, hasPremium: false }, "courtesy.revoked"],
  [{ tokens: -5, conversations: 1 }, "courtesy.granted"],
  [nothing, "courtesy.granted"],
])("the audit log calls %j %s", (courtesy, action) => {
  expect(auditActionOf(courtesy)).toBe(action);
});
