import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findFirstSqueeze, findNextSqueeze, needsCompression, type Squeeze, scaleTo } from "./compress-rules.ts";

const MB = 1_048_576;

test("[M5.24] only files over 5 MB are made smaller", () => {
  expect(needsCompression({ size: 5 * MB })).toBe(false);
  expect(needsCompression({ size: 5 * MB + 1 })).toBe(true);
});

/** All tries of a photo that never gets small enough. */
function listTries(width: number, height: number): Squeeze[] {
  const tries = [findFirstSqueeze(width, height)];
  for (;;) {
    const last = tries.at(-1);
    const next = last && findNextSqueeze(last, 2 * MB);
    if (!next) return tries;
    tries.push(next);
  }
}

describe("the steps of the compression", () => {
  const pixels = fc.integer({ min: 1, max: 20_000 });

  test("[M5.24] begin at 1920 px at most, and never enlarge", () => {
    expect(findFirstSqueeze(6000, 4000).side).toBe(1920);
    expect(findFirstSqueeze(800, 1200).side).toBe(1200);
  });

  test("[M5.24] are over as soon as a try has 1 MB", () => {
    expect(findNextSqueeze({ side: 1920, quality: 0.88 }, MB)).toBeUndefined();
    expect(findNextSqueeze({ side: 1920, quality: 0.88 }, MB + 1)).toEqual({ side: 1920, quality: 0.8 });
  });

  test("give up quality first, then pixels", () => {
    expect(listTries(4000, 3000).slice(0, 5)).toEqual([
      { side: 1920, quality: 0.88 },
      { side: 1920, quality: 0.8 },
      { side: 1920, quality: 0.72 },
      { side: 1920, quality: 0.64 },
      { side: 1536, quality: 0.88 },
    ]);
  });

  test("[M5.24] come to an end, whatever the photo, and stay within 1920 px", () => {
    fc.assert(
      fc.property(pixels, pixels, (width, height) => {
        const tries = listTries(width, height);
        expect(tries.length).toBeLessThan(50);
        for (const { side } of tries) {
          const scaled = scaleTo(width, height, side);
          expect(Math.max(scaled.width, scaled.height)).toBeLessThanOrEqual(1920);
          expect(Math.min(scaled.width, scaled.height)).toBeGreaterThanOrEqual(1);
        }
      }),
    );
  });

  test("keep the shape", () => {
    expect(scaleTo(6000, 4000, 1920)).toEqual({ width: 1920, height: 1280 });
    expect(scaleTo(100, 50, 1920)).toEqual({ width: 100, height: 50 });
  });
});
