import { describe, expect, test } from "vitest";
import { fc } from "../../../../../../testing/properties.ts";
import { followTouch, isSecondTap, judgeLift, PULL_PX, pulledBy } from "./touch-rules.ts";

const WIDTH = 360;
const start = { x: 100, y: 300, at: 1_000 };
const at = (x: number, y: number, ms = 0) => ({ x: start.x + x, y: start.y + y, at: start.at + ms });

describe("[K4.32] a finger on a message", () => {
  test("holds it after 450 ms, however long it stays, and taps it before", () => {
    expect(judgeLift("resting", start, at(2, 3, 449))).toBe("tap");
    fc.assert(
      fc.property(fc.integer({ min: 450, max: 600_000 }), (ms) => {
        expect(judgeLift("resting", start, at(0, 0, ms))).toBe("hold");
      }),
    );
  });

  test("rests while it moves by no more than 10 px", () => {
    expect(followTouch("resting", start, at(6, 8), WIDTH)).toBe("resting");
    expect(followTouch("resting", start, at(-10, 0), WIDTH)).toBe("resting");
  });

  test("pulls to the right alone, and never while it scrolls", () => {
    expect(followTouch("resting", start, at(20, 4), WIDTH)).toBe("pulling");
    expect(followTouch("resting", start, at(-20, 0), WIDTH)).toBe("over");
    expect(followTouch("resting", start, at(20, 12), WIDTH)).toBe("over");
    expect(followTouch("resting", start, at(0, 30), WIDTH)).toBe("over");
    expect(followTouch("over", start, at(60, 0), WIDTH)).toBe("over");
    expect(followTouch("pulling", start, at(60, 80), WIDTH)).toBe("pulling");
  });

  test("leaves the sides of the window to the system", () => {
    const pullFrom = (x: number) => followTouch("resting", { ...start, x }, { ...start, x: x + 30 }, WIDTH);
    expect(pullFrom(23)).toBe("over");
    expect(pullFrom(24)).toBe("pulling");
    expect(pullFrom(WIDTH - 24)).toBe("pulling");
    expect(pullFrom(WIDTH - 23)).toBe("over");
  });

  test("replies once the message was pulled far enough, and not when it was pushed back", () => {
    expect(judgeLift("pulling", start, at(PULL_PX + 10, 0))).toBe("pull");
    expect(judgeLift("pulling", start, at(PULL_PX + 9, 0))).toBe("nothing");
    expect(judgeLift("over", start, at(200, 0, 9_000))).toBe("nothing");
  });

  test("moves the message to the right, at most 76 px", () => {
    fc.assert(
      fc.property(fc.integer({ min: -400, max: 400 }), (x) => {
        const pulled = pulledBy(start, at(x, 0));
        expect(pulled).toBeGreaterThanOrEqual(0);
        expect(pulled).toBeLessThanOrEqual(76);
      }),
    );
  });

  test("taps twice within 300 ms on the same spot", () => {
    expect(isSecondTap(start, at(5, 5, 300))).toBe(true);
    expect(isSecondTap(start, at(0, 0, 301))).toBe(false);
    expect(isSecondTap(start, at(40, 0, 100))).toBe(false);
    expect(isSecondTap(undefined, start)).toBe(false);
  });
});
