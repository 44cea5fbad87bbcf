import { expect, test } from "vitest";
import {
  accessHour,
  deactivationDay,
  inactiveSince,
  oldestAccess,
  unconfirmedSince,
  warnedBefore,
} from "./retention-rules.ts";

const now = new Date("2026-11-23T10:45:12.345Z");
const iso = (date: Date) => date.toISOString();

test("[D5.13] an access is recorded once an hour, and kept for six months", () => {
  expect(iso(accessHour(now))).toBe("2026-11-23T10:00:00.000Z");
  expect(iso(oldestAccess(now))).toBe("2026-05-23T10:00:00.000Z");
  // February has no 31st.
  expect(iso(oldestAccess(new Date("2026-08-31T00:00:00Z")))).toBe("2026-02-28T00:00:00.000Z");
});

test("[D5.14] an account without a sign-in for a year is warned, and ends thirty days later", () => {
  expect(iso(inactiveSince(now))).toBe("2025-11-23T10:45:12.345Z");
  expect(iso(inactiveSince(new Date("2028-02-29T00:00:00Z")))).toBe("2027-02-28T00:00:00.000Z");
  expect(iso(deactivationDay(now))).toBe("2026-12-23T10:45:12.345Z");
  expect(iso(warnedBefore(deactivationDay(now)))).toBe(iso(now));
});

test("a sign-up has thirty days to be confirmed", () => {
  expect(iso(unconfirmedSince(now))).toBe("2026-10-24T10:45:12.345Z");
});
