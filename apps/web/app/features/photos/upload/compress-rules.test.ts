import { describe, expect, test } from "vitest";
import { fc } from "../../../../../../testing/properties.ts";
import { type Attempt, findFirstAttempt, findNextAttempt, needsCompression, scaleTo } from "./compress-rules.ts";

const MB = 1_048_576;

test.each([
  [5 * MB, 4_000, 3_000, false],
  [5 * MB + 1, 4_000, 3_000, true],
  [MB, 8_000, 5_000, false],
  [MB, 8_000, 5_001, true],
  [MB, 12_000, 300, false],
  [MB, 300, 12_001, true],
])("[M5.24][D2.29] a file of %d bytes and %d by %d pixels is compressed: %s", (size, width, height, isCompressed) => {
  expect(needsCompression({ size }, { width, height })).toBe(isCompressed);
});

/** All attempts for a photo that never gets small enough. */
function listAttempts(width: number, height: number): Attempt[] {
  const attempts = [findFirstAttempt(width, height)];
  for (;;) {
    const last = attempts.at(-1);
    const next = last && findNextAttempt(last, 2 * MB);
    if (!next) return attempts;
    attempts.push(next);
  }
}

describe("the attempts to compress a photo", () => {
  const pixels = fc.integer({ min: 1, max: 20_000 });

  test("[M5.24] begin at 1920 px at most and never enlarge", () => {
    expect(findFirstAttempt(6000, 4000).side).toBe(1920);
    expect(findFirstAttempt(800, 1200).side).toBe(1200);
  });

  test("[M5.24] end as soon as one comes out at 1 MB", () => {
    expect(findNextAttempt({ side: 1920, quality: 0.88 }, MB)).toBeUndefined();
    expect(findNextAttempt({ side: 1920, quality: 0.88 }, MB + 1)).toEqual({ side: 1920, quality: 0.8 });
  });

  test("lower the quality first, then the pixels", () => {
    expect(listAttempts(4000, 3000).slice(0, 5)).toEqual([
      { side: 1920, quality: 0.88 },
      { side: 1920, quality: 0.8 },
      { side: 1920, quality: 0.72 },
      { side: 1920, quality: 0.64 },
      { side: 1536, quality: 0.88 },
    ]);
  });

  test("[M5.24] come to an end for any photo and stay within 1920 px", () => {
    fc.assert(
      fc.property(pixels, pixels, (width, height) => {
        const attempts = listAttempts(width, height);
        expect(attempts.length).toBeLessThan(50);
        for (const { side } of attempts) {
          const scaled = scaleTo(width, height, side);
          expect(Math.max(scaled.width, scaled.height)).toBeLessThanOrEqual(1920);
          expect(Math.min(scaled.width, scaled.height)).toBeGreaterThanOrEqual(1);
        }
      }),
    );
  });

  test("keep the proportions of the photo", () => {
    expect(scaleTo(6000, 4000, 1920)).toEqual({ width: 1920, height: 1280 });
    expect(scaleTo(100, 50, 1920)).toEqual({ width: 100, height: 50 });
  });
});
