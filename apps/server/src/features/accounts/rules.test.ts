import { AccountType, Gender } from "@caramelo/contract/accounts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPremiumAt, isSessionOver, isTouchDue, judgeSignIn, roleFor, sessionEnd } from "./rules.ts";

const HOUR_MS = 3_600_000;
const moment = fc.date({ min: new Date("2026-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });
const maybe = fc.option(moment);
const after = (time: Date, ms: number) => new Date(time.getTime() + ms);

describe("the role at sign-up", () => {
  test.each([
    ["Feminino", "baby", "baby"],
    ["Feminino", "mommy", "mommy"],
    ["Feminino", "daddy", undefined],
    ["Masculino", "daddy", "daddy"],
    ["Masculino", "baby", undefined],
    ["Masculino", "mommy", undefined],
  ] as const)("[D1.03][M4.04] %s as %s gives %s", (gender, accountType, role) => {
    expect(roleFor(gender, accountType)).toBe(role);
  });

  test("[D1.03] the table above is complete, and nobody becomes what they did not choose", () => {
    expect(Gender.options.length * AccountType.options.length).toBe(6);
    for (const gender of Gender.options) {
      for (const type of AccountType.options) expect([type, undefined]).toContain(roleFor(gender, type));
    }
  });
});

describe("what a right password opens", () => {
  test("[D2.18] a suspension closes the door, whether or not the member had left", () => {
    fc.assert(
      fc.property(maybe, moment, (deactivatedAt, suspendedAt) => {
        expect(judgeSignIn({ deactivatedAt, suspendedAt })).toBe("suspended");
      }),
    );
  });

  test("[D2.18] a member who left comes back; another one just comes", () => {
    expect(judgeSignIn({ deactivatedAt: new Date(), suspendedAt: null })).toBe("welcome-back");
    expect(judgeSignIn({ deactivatedAt: null, suspendedAt: null })).toBe("welcome");
  });
});

describe("a session", () => {
  test("lasts 30 days when remembered, else 24 hours from its last use", () => {
    fc.assert(
      fc.property(moment, (now) => {
        expect(sessionEnd(true, now)).toEqual(after(now, 30 * 24 * HOUR_MS));
        expect(sessionEnd(false, now)).toEqual(after(now, 24 * HOUR_MS));
      }),
    );
  });

  test("is over from its end on, not a millisecond before, and at once when it was ended", () => {
    fc.assert(
      fc.property(moment, moment, maybe, (expiresAt, now, endedAt) => {
        const session = { endedAt, expiresAt, lastSeenAt: now };
        expect(isSessionOver(session, now)).toBe(endedAt !== null || now >= expiresAt);
      }),
    );
    const expiresAt = new Date("2026-11-21T12:00:00Z");
    const session = { endedAt: null, expiresAt, lastSeenAt: expiresAt };
    expect([isSessionOver(session, after(expiresAt, -1)), isSessionOver(session, expiresAt)]).toEqual([false, true]);
  });

  test("is written to at most every five minutes, and never for a clock that went back", () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: -HOUR_MS, max: HOUR_MS }), (lastSeenAt, ms) => {
        const session = { endedAt: null, expiresAt: lastSeenAt, lastSeenAt };
        expect(isTouchDue(session, after(lastSeenAt, ms))).toBe(ms >= 300_000);
      }),
    );
  });

  test("in use more often than once a day never ends by itself", () => {
    fc.assert(
      fc.property(moment, fc.array(fc.integer({ min: 0, max: 24 * HOUR_MS - 1 })), (start, gaps) => {
        let session = { endedAt: null, lastSeenAt: start, expiresAt: sessionEnd(false, start) };
        for (const gap of gaps) {
          const now = after(session.lastSeenAt, gap);
          expect(isSessionOver(session, now)).toBe(false);
          session = { endedAt: null, lastSeenAt: now, expiresAt: sessionEnd(false, now) };
        }
      }),
    );
  });
});

describe("premium", () => {
  const now = new Date("2026-11-21T12:00:00Z");

  test("holds until the moment it was bought for, and not at it", () => {
    expect(isPremiumAt({ hasCourtesyPremium: false, premiumUntil: after(now, 1) }, now)).toBe(true);
    expect(isPremiumAt({ hasCourtesyPremium: false, premiumUntil: now }, now)).toBe(false);
    expect(isPremiumAt({ hasCourtesyPremium: false, premiumUntil: null }, now)).toBe(false);
    expect(isPremiumAt({ hasCourtesyPremium: null, premiumUntil: null }, now)).toBe(false);
  });

  test("given by the team holds without an end", () => {
    expect(isPremiumAt({ hasCourtesyPremium: true, premiumUntil: null }, now)).toBe(true);
  });
});
