import { describe, expect, test } from "vitest";
import { fc } from "../../../../../testing/properties.ts";
import { coarsePresenceOf, presenceFor, presenceOf, startOfHalfMinute } from "./rules.ts";

// Noon in São Paulo.
const now = new Date("2026-11-21T15:00:00.000Z");
const MINUTE = 60_000;
const ago = (ms: number) => new Date(now.getTime() - ms);
const unavailable = { availableFrom: null, availableUntil: null };
const active = (ms: number) => ({ lastActiveAt: ago(ms), leftAt: null, isHidden: false, ...unavailable });

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

  test("[M4.16] no longer active today after midnight in São Paulo, though it is the same day elsewhere", () => {
    const midnight = new Date("2026-11-21T03:10:00.000Z");
    const before = {
      lastActiveAt: new Date("2026-11-21T02:59:59.999Z"),
      leftAt: null,
      isHidden: false,
      ...unavailable,
    };
    expect(presenceOf(before, midnight)).toBe("offline");
    expect(presenceOf({ ...before, lastActiveAt: new Date("2026-11-21T03:00:00.000Z") }, midnight)).toBe("recent");
  });

  test("[D3.14] not online once they left, however short ago", () => {
    expect(presenceOf({ ...active(0), leftAt: now }, now)).toBe("recent");
  });

  test("[M4.17] offline without a stored presence", () => {
    expect(presenceOf({ lastActiveAt: null, leftAt: null, isHidden: null, ...unavailable }, now)).toBe("offline");
  });
});

test("[D3.15] a member who hides their presence is offline, whatever they do", () => {
  const moment = fc.date({ min: ago(48 * 60 * MINUTE), max: now, noInvalidDate: true });
  fc.assert(
    fc.property(moment, fc.option(moment), (lastActiveAt, leftAt) => {
      expect(presenceOf({ lastActiveAt, leftAt, isHidden: true, ...unavailable }, now)).toBe("offline");
    }),
  );
});

describe("a member whom the online-status job has drawn", () => {
  const drawnFacts = { availableFrom: ago(MINUTE), availableUntil: ago(-MINUTE) };

  test("[D3.20] is available until the time is over, whether they were here today or not", () => {
    const facts = { ...active(6 * MINUTE), ...drawnFacts };
    expect(presenceOf(facts, now)).toBe("available");
    expect(presenceOf({ ...facts, lastActiveAt: ago(48 * 60 * MINUTE) }, now)).toBe("available");
    expect(presenceOf(facts, ago(-MINUTE + 1))).toBe("available");
    expect(presenceOf(facts, ago(-MINUTE))).toBe("recent");
    expect(presenceOf({ ...facts, leftAt: ago(2 * MINUTE) }, ago(MINUTE + 1))).toBe("recent");
  });

  test("[D3.20] is online, and not available, while they are really here", () => {
    expect(presenceOf({ ...active(0), ...drawnFacts }, now)).toBe("online");
    expect(presenceOf({ ...active(0), ...drawnFacts, leftAt: now }, now)).toBe("available");
  });

  test("[D3.15] is offline once they hide their presence", () => {
    expect(presenceOf({ ...active(0), ...drawnFacts, isHidden: true }, now)).toBe("offline");
  });

  test("[T70] looks available to strangers as of the last half minute", () => {
    const mark = startOfHalfMinute(now);
    const facts = {
      ...active(48 * 60 * MINUTE),
      changedAt: ago(48 * 60 * MINUTE),
      beforeActiveAt: null,
      beforeLeftAt: null,
    };
    const until = { availableFrom: ago(MINUTE), availableUntil: new Date(mark.getTime() + 1) };
    expect(coarsePresenceOf({ ...facts, ...until }, new Date(mark.getTime() + 29_999))).toBe("available");
    expect(coarsePresenceOf({ ...facts, ...until }, new Date(mark.getTime() + 30_000))).toBe("offline");
  });
});

test("[M4.15][M4.17] presence only falls without a ping", () => {
  const rank = { online: 3, available: 2, recent: 1, offline: 0 };
  const later = fc.integer({ min: 0, max: 48 * 60 * MINUTE });
  fc.assert(
    fc.property(later, later, (wait, more) => {
      const [sooner, then] = [new Date(now.getTime() + wait), new Date(now.getTime() + wait + more)];
      expect(rank[presenceOf(active(0), then)]).toBeLessThanOrEqual(rank[presenceOf(active(0), sooner)]);
    }),
  );
});

describe("a member without a conversation with the viewer", () => {
  const mark = startOfHalfMinute(now);
  const at = (ms: number) => new Date(mark.getTime() + ms);
  const before = { beforeActiveAt: null, beforeLeftAt: null, ...unavailable };
  const never = { lastActiveAt: null, leftAt: null, isHidden: null, changedAt: null, ...before };

  test("[T70] has the state of the start of this half minute", () => {
    const came = { lastActiveAt: at(12_345), leftAt: null, isHidden: false, changedAt: at(12_345), ...before };
    expect(coarsePresenceOf(came, at(12_346))).toBe("offline");
    expect(coarsePresenceOf(came, at(29_999))).toBe("offline");
    expect(coarsePresenceOf(came, at(30_000))).toBe("online");

    const leftFacts = { ...came, leftAt: at(40_000), changedAt: at(40_000), beforeActiveAt: at(12_345) };
    expect(coarsePresenceOf(leftFacts, at(40_001))).toBe("online");
    expect(coarsePresenceOf(leftFacts, at(59_999))).toBe("online");
    expect(coarsePresenceOf(leftFacts, at(60_000))).toBe("recent");
    expect(coarsePresenceOf(never, now)).toBe("offline");
  });

  test("[T70] stops being online at a half minute too, when the pings end", () => {
    const came = { lastActiveAt: at(12_345), leftAt: null, isHidden: false, changedAt: at(12_345), ...before };
    expect(coarsePresenceOf(came, at(12_345 + 5 * MINUTE + 1))).toBe("online");
    expect(coarsePresenceOf(came, at(5 * MINUTE + 29_999))).toBe("online");
    expect(coarsePresenceOf(came, at(5 * MINUTE + 30_000))).toBe("recent");
  });

  test("[D3.15][T70] is offline at once when they hide their presence", () => {
    const hiddenFacts = {
      ...active(0),
      isHidden: true,
      changedAt: ago(0),
      beforeActiveAt: ago(MINUTE),
      beforeLeftAt: null,
    };
    expect(coarsePresenceOf(hiddenFacts, now)).toBe("offline");
  });

  test("[T70] shows their present state once they have written to the viewer", () => {
    const came = { lastActiveAt: at(1_000), leftAt: null, isHidden: false, changedAt: at(1_000), ...before };
    expect(presenceFor({ ...came, hasWritten: true }, at(2_000))).toBe("online");
    expect(presenceFor({ ...came, hasWritten: false }, at(2_000))).toBe("offline");
  });
});
