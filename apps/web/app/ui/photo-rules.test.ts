import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { photoSizes, photoSrcSet, widthOfVersion } from "./photo-rules.ts";

const portrait = { small: "/f/a-320", medium: "/f/a-960", large: "/f/a-1920?s=1", width: 1080, height: 1440 };
const side = fc.integer({ min: 1, max: 1920 });

describe("the versions of a photo", () => {
  test("are told with their true widths, so that the browser takes the smallest that is sharp", () => {
    expect(photoSrcSet(portrait)).toBe("/f/a-320 240w, /f/a-960 720w, /f/a-1920?s=1 1080w");
  });

  test("[M4.22] are all asked for past the cache when the photo failed to load", () => {
    expect(photoSrcSet(portrait, 2)).toBe("/f/a-320?r=2 240w, /f/a-960?r=2 720w, /f/a-1920?s=1&r=2 1080w");
  });

  test("are never wider than the photo, nor narrower than a pixel", () => {
    fc.assert(
      fc.property(side, side, fc.constantFrom(320, 960, 1920), (width, height, longest) => {
        const px = widthOfVersion({ width, height }, longest);
        expect(px).toBeGreaterThanOrEqual(1);
        expect(px).toBeLessThanOrEqual(Math.min(width, longest));
      }),
    );
  });
});

describe("the place of a photo", () => {
  const place = {
    ratio: 3 / 4,
    widths: [
      ["(min-width: 768px)", "33vw"],
      ["", "50vw"],
    ],
  } as const;

  test("is as wide as it is for a photo of its own shape, or a taller one", () => {
    expect(photoSizes(portrait, place)).toBe("(min-width: 768px) calc(33vw * 1.00), calc(50vw * 1.00)");
    expect(photoSizes({ width: 500, height: 2000 }, place)).toContain("calc(50vw * 1.00)");
  });

  test("counts wider for a landscape photo, which covers it by its height", () => {
    expect(photoSizes({ width: 1500, height: 1000 }, place)).toContain("calc(50vw * 2.00)");
  });
});
