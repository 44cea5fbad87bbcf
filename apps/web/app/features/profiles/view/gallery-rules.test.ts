import { describe, expect, test } from "vitest";
import { fc } from "../../../../../../testing/properties.ts";
import { judgeTap, photoInView, stepFrom } from "./gallery-rules.ts";

const place = fc
  .integer({ min: 1, max: 5 })
  .chain((count) => fc.record({ count: fc.constant(count), at: fc.integer({ min: 0, max: count - 1 }) }));

describe("a tap on a photo", () => {
  test("[D3.43] opens it in the middle, and steps back or ahead at its edges", () => {
    expect(judgeTap(0.5, 1, 4)).toBe("open");
    expect(judgeTap(0.1, 1, 4)).toBe(0);
    expect(judgeTap(0.9, 1, 4)).toBe(2);
  });

  test("[D3.43] at the edge of the first or of the last photo stays there", () => {
    expect(judgeTap(0.1, 0, 4)).toBe(0);
    expect(judgeTap(0.9, 3, 4)).toBe(3);
  });

  test("[D3.43] anywhere on the only photo opens it", () => {
    expect([0.01, 0.5, 0.99].map((share) => judgeTap(share, 0, 1))).toEqual(["open", "open", "open"]);
  });
});

describe("the photo in view", () => {
  test("[D3.43] is the one that fills most of the strip", () => {
    expect([0, 170, 190, 360, 1_080].map((scrolled) => photoInView(scrolled, 360, 4))).toEqual([0, 0, 1, 1, 3]);
  });

  test("[D3.43] is always one that exists, also while the strip bounces at its ends or has no width yet", () => {
    fc.assert(
      fc.property(
        place,
        fc.integer({ min: -500, max: 5_000 }),
        fc.integer({ min: 0, max: 600 }),
        ({ count }, x, width) => {
          const at = photoInView(x, width, count);
          expect(at).toBeGreaterThanOrEqual(0);
          expect(at).toBeLessThan(count);
        },
      ),
    );
  });

  test("[D3.43] changes by one photo at a step, and by none at the ends", () => {
    fc.assert(
      fc.property(place, fc.constantFrom(-1, 1), ({ count, at }, by) => {
        const next = stepFrom(at, by, count);
        expect(next).toBe(by === 1 ? Math.min(at + 1, count - 1) : Math.max(at - 1, 0));
      }),
    );
  });
});
