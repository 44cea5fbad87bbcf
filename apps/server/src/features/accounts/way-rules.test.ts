import { describe, expect, test } from "vitest";
import { columnsOf, endOfDelay, isLongProven, isTrusted, isYoung, trustedUntil, typedWayOf } from "./way-rules.ts";

const HOUR_MS = 3_600_000;
const now = new Date("2026-11-22T12:00:00.000Z");
const before = (hours: number, ms = 0) => new Date(now.getTime() - hours * HOUR_MS - ms);

test("[T84] a person who types a code of the app came in by the app, and otherwise by the password", () => {
  const [app, password] = [before(1), before(2)];
  expect(typedWayOf({ factorSetUpAt: app, passwordSetAt: password })).toEqual({ by: "app", since: app });
  expect(typedWayOf({ factorSetUpAt: null, passwordSetAt: password })).toEqual({ by: "password", since: password });
  expect(typedWayOf({ factorSetUpAt: null, passwordSetAt: null })).toEqual({ by: "password", since: null });
  expect(columnsOf({ by: "key", since: app })).toEqual({ provedBy: "key", waySince: app });
});

describe("[T84] a way in", () => {
  test("is young for 72 hours, unless it is as old as the account", () => {
    expect([before(0), before(72, -1), before(72), before(73), null].map((since) => isYoung(since, now))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test("delays a request made through it by 24 hours", () => {
    expect(endOfDelay(before(24))).toEqual(now);
  });
});

describe("[T85] of long standing", () => {
  const week = 7 * 24;

  test("is one that was added more than a week before", () => {
    expect(trustedUntil(now)).toEqual(before(week));
    expect([before(week, 1), before(week), before(week, -1), before(0)].map((since) => isTrusted(since, now))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  test("is a key or an app, and never a password", () => {
    const old = before(week, 1);
    for (const by of ["key", "app"] as const) {
      expect(isLongProven({ provedBy: by, waySince: old }, now)).toBe(true);
      expect(isLongProven({ provedBy: by, waySince: before(week) }, now)).toBe(false);
      expect(isLongProven({ provedBy: by, waySince: null }, now)).toBe(false);
    }
    for (const by of ["password", null] as const)
      expect(isLongProven({ provedBy: by, waySince: old }, now)).toBe(false);
  });
});
