import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { presenceOf } from "./rules.ts";

// Noon in São Paulo.
const now = new Date("2026-11-21T15:00:00.000Z");
const MINUTE = 60_000;
const ago = (ms: number) => new Date(now.getTime() - ms);
const active = (ms: number) => ({ lastActiveAt: ago(ms), leftAt: null, isHidden: false });

describe("a member is", () => {
  test.each([
    [0, "online"],
    [5 * MINUTE, "online"],
    [5 * MINUTE + 1, "recent"],
    [12 * 60 * MINUTE, "recent"],
    [12 * 60 * MINUTE + 1, "offline"],
    [48 * 60 * MINUTE, "offline"],
  ])("[M4.15][M4.16][M4.17] %d ms after the last activity %s", (ms, presence) => {
    expect(presenceOf(active(ms), now)).toBe(presence);
  });

  test("[M4.16] after midnight in São Paulo no longer active today, though it is the same day elsewhere", () => {
    const midnight = new Date("2026-11-21T03:10:00.000Z");
    const before = { lastActiveAt: new Date("2026-11-21T02:59:59.999Z"), leftAt: null, isHidden: false };
    expect(presenceOf(before, midnight)).toBe("offline");
    expect(presenceOf({ ...before, lastActiveAt: new Date("2026-11-21T03:00:00.000Z") }, midnight)).toBe("recent");
  });

  test("[D3.14] no longer online once they left, however short ago", () => {
    expect(presenceOf({ ...active(0), leftAt: now }, now)).toBe("recent");
  });

  test("[M4.17] offline when nothing is known", () => {
    expect(presenceOf({ lastActiveAt: null, leftAt: null, isHidden: null }, now)).toBe("offline");
  });
});

test("[D3.15] who hides their presence is offline, whatever they do", () => {
  const moment = fc.date({ min: ago(48 * 60 * MINUTE), max: now, noInvalidDate: true });
  fc.assert(
    fc.property(moment, fc.option(moment), (lastActiveAt, leftAt) => {
      expect(presenceOf({ lastActiveAt, leftAt, isHidden: true }, now)).toBe("offline");
    }),
  );
});

test("[M4.15][M4.17] without a sign of life presence only ever falls", () => {
  const rank = { online: 2, recent: 1, offline: 0 };
  const later = fc.integer({ min: 0, max: 48 * 60 * MINUTE });
  fc.assert(
    fc.property(later, later, (one, more) => {
      const [sooner, then] = [new Date(now.getTime() + one), new Date(now.getTime() + one + more)];
      expect(rank[presenceOf(active(0), then)]).toBeLessThanOrEqual(rank[presenceOf(active(0), sooner)]);
    }),
  );
});
