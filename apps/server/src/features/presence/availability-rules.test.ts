import { describe, expect, test } from "vitest";
import { fc } from "../../../../../testing/properties.ts";
import { availabilityEnds, drawSizes, eligibleSince, isTooLate, slotOf } from "./availability-rules.ts";

const random = fc.double({ min: 0, max: 1, noNaN: true });

describe("the numbers of a run", () => {
  test("[D3.19][K9.04] are 20 to 40 % of those eligible for half an hour and 15 % for ten minutes", () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 1_000_000 }), random, (eligible, share) => {
        const { long, short } = drawSizes(eligible, share);
        expect(long).toBeGreaterThanOrEqual(0.2 * eligible);
        expect(long).toBeLessThanOrEqual(0.4 * eligible);
        expect(Math.abs(short - 0.15 * eligible)).toBeLessThanOrEqual(0.5);
      }),
    );
  });

  test("[D3.19] follow the random number from one end to the other", () => {
    expect([0, 0.5, 1].map((share) => drawSizes(1_000, share))).toEqual([
      { long: 200, short: 150 },
      { long: 300, short: 150 },
      { long: 400, short: 150 },
    ]);
  });

  test("[T42] are zero without anybody, and one of one or two", () => {
    expect(drawSizes(0, 0.9)).toEqual({ long: 0, short: 0 });
    expect(drawSizes(1, 0)).toEqual({ long: 1, short: 0 });
    expect(drawSizes(2, 1)).toEqual({ long: 1, short: 0 });
  });
});

test("[D3.18][D3.19] a run looks seven days back, and lasts 30 or 10 minutes", () => {
  const now = new Date("2026-11-23T12:00:00.000Z");
  expect(eligibleSince(now).toISOString()).toBe("2026-11-16T12:00:00.000Z");
  expect(availabilityEnds(now)).toEqual({
    long: new Date("2026-11-23T12:30:00.000Z"),
    short: new Date("2026-11-23T12:10:00.000Z"),
  });
});

test("[D3.17] a scheduled run has the name of its hour, and does not happen when it is half an hour late", () => {
  const at = new Date("2026-11-23T21:00:00.000Z");
  expect(slotOf(at)).toBe("2026-11-23 21:00Z");
  expect(isTooLate(at, new Date("2026-11-23T21:30:00.000Z"))).toBe(false);
  expect(isTooLate(at, new Date("2026-11-23T21:30:00.001Z"))).toBe(true);
});
