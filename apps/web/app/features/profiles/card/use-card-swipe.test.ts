import { describe, expect, test } from "vitest";
import { fc } from "../../../../../../testing/properties.ts";
import { followFinger, isSideways, stepOfSwipe } from "./use-card-swipe.ts";

const from = { x: 100, y: 100 };

describe("a finger on a card", () => {
  test("[D3.48] swipes when it moves sideways, scrolls when it moves up or down, and taps when it hardly moves", () => {
    expect(isSideways(from, { x: 106, y: 95 })).toBeUndefined();
    expect(isSideways(from, { x: 80, y: 105 })).toBe(true);
    expect(isSideways(from, { x: 120, y: 110 })).toBe(true);
    expect(isSideways(from, { x: 104, y: 130 })).toBe(false);
    expect(isSideways(from, { x: 120, y: 120 })).toBe(false);
  });

  test("[D3.48] brings the next photo when it goes left, the one before when it goes right, and none when it goes not far", () => {
    expect([-40, -29, -28, 0, 28, 29, 40].map((dx) => stepOfSwipe(dx, 160))).toEqual([1, 1, 0, 0, 0, -1, -1]);
  });

  test("[D3.48] moves the photos as far as it goes, and a quarter of it where there is no other photo", () => {
    expect(followFinger(-40, 0, 3)).toBe(-40);
    expect(followFinger(40, 0, 3)).toBe(10);
    expect(followFinger(-40, 2, 3)).toBe(-10);
    expect(followFinger(40, 2, 3)).toBe(40);
    fc.assert(
      fc.property(
        fc.integer({ min: -400, max: 400 }),
        fc.nat({ max: 4 }),
        fc.integer({ min: 5, max: 5 }),
        (dx, at, count) => {
          const movedFinger = followFinger(dx, at, count);
          expect(Math.abs(movedFinger)).toBeLessThanOrEqual(Math.abs(dx));
          expect(Math.sign(movedFinger)).toBe(Math.sign(dx));
        },
      ),
    );
  });
});
