import { TREND_DAYS } from "@caramelo/contract/limits";
import { describe, expect, test } from "vitest";
import { countFrom, isRecountDue, nextMessages, presentTrend, totalsOf, trendDays, trendStart } from "./rules.ts";

// Half past ten in the evening in São Paulo: another day than in UTC.
const now = new Date("2026-11-24T01:30:00.000Z");
const TODAY = "2026-11-23";

describe("the days of the charts", () => {
  test("are thirty days of São Paulo, the present one last", () => {
    const days = trendDays(now);
    expect([days.length, days[0], days.at(-1)]).toEqual([TREND_DAYS, "2026-10-25", TODAY]);
    expect(trendStart(now).toISOString()).toBe("2026-10-25T03:00:00.000Z");
  });

  test("are counted from the day of the last count on, which was not over then", () => {
    expect(countFrom(new Date("2026-11-22T23:00:00.000Z"), now).toISOString()).toBe("2026-11-22T03:00:00.000Z");
    expect(countFrom(new Date("2026-11-24T01:29:00.000Z"), now).toISOString()).toBe("2026-11-23T03:00:00.000Z");
  });

  test("are all counted when none was, or the last count was before them", () => {
    expect(countFrom(undefined, now)).toEqual(trendStart(now));
    expect(countFrom(new Date("2026-01-01T00:00:00.000Z"), now)).toEqual(trendStart(now));
  });

  test("have null for numbers that were never counted, and for numbers of orders that the viewer may not see", () => {
    const rows = [
      { day: TODAY, name: "signUps", value: 3 },
      { day: TODAY, name: "revenueCentavos", value: 4_700 },
      { day: TODAY, name: "trialCentavos", value: 100 },
      { day: TODAY, name: "decidedWithdrawals", value: 2 },
      { day: TODAY, name: "members", value: 9 },
    ];
    const countedDay = {
      day: TODAY,
      signUps: 3,
      activeMembers: null,
      sentMessages: null,
      reports: null,
      decidedWithdrawals: 2,
      members: 9,
      verified: null,
      premium: null,
    };
    expect(presentTrend(rows, [TODAY], true)).toEqual([{ ...countedDay, revenueCentavos: 4_700, trialCentavos: 100 }]);
    const hiddenAmounts = { revenueCentavos: null, trialCentavos: null, decidedWithdrawals: null };
    expect(presentTrend(rows, [TODAY], false)).toEqual([{ ...countedDay, ...hiddenAmounts }]);
  });
});

test("the totals are those of the latest day that has all of them", () => {
  const day = (at: string, names: string[]) => names.map((name, value) => ({ day: at, name, value }));
  const whole = day("2026-11-22", ["members", "verified", "premium", "messages", "reports"]);
  expect(totalsOf([...day(TODAY, ["members", "verified"]), ...whole])).toEqual({
    members: 0,
    verified: 1,
    premium: 2,
    messages: 3,
  });
  expect(totalsOf([])).toBeNull();
});

test("the messages since the last count are added to those before", () => {
  expect(nextMessages({ messages: 100, sent: 7 }, 9)).toBe(102);
  expect(nextMessages(undefined, 9)).toBeUndefined();
});

test("the button counts again after five seconds only", () => {
  expect(isRecountDue(undefined, now)).toBe(true);
  expect(isRecountDue(new Date(now.getTime() - 4_999), now)).toBe(false);
  expect(isRecountDue(new Date(now.getTime() - 5_000), now)).toBe(true);
});
