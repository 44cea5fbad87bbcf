import { PHOTO_SIZE_NAMES, PHOTO_SIZES } from "@caramelo/contract/limits";
import { photoSizes, photoSrcSet, photoTryUrl, widthOfSize } from "@caramelo/contract/photos/sources";
import { describe, expect, test } from "vitest";
import { photoRetryDelay } from "~/ui/members/use-photo.ts";
import { fc } from "../../../../../testing/properties.ts";

const portrait = { small: "/f/a-320", medium: "/f/a-960", large: "/f/a-1920?s=1", width: 1080, height: 1440 };
const side = fc.integer({ min: 1, max: 1920 });

describe("the versions of a photo", () => {
  test("are listed with their true widths, so that the browser takes the smallest sharp one", () => {
    expect(photoSrcSet(portrait)).toBe("/f/a-320 240w, /f/a-960 720w, /f/a-1920?s=1 1080w");
  });

  test("[M4.22] all bypass the cache after a failed load", () => {
    expect(photoSrcSet(portrait, 2)).toBe("/f/a-320?r=2 240w, /f/a-960?r=2 720w, /f/a-1920?s=1&r=2 1080w");
  });

  test("are never wider than the photo, nor narrower than a pixel", () => {
    fc.assert(
      fc.property(side, side, fc.constantFrom(...PHOTO_SIZE_NAMES), (width, height, size) => {
        const px = widthOfSize({ width, height }, size);
        expect(px).toBeGreaterThanOrEqual(1);
        expect(px).toBeLessThanOrEqual(Math.min(width, PHOTO_SIZES[size]));
      }),
    );
  });
});

describe("the sizes of a photo", () => {
  const slot = {
    ratio: 3 / 4,
    widths: [
      ["(min-width: 768px)", "33vw"],
      ["", "50vw"],
    ],
  } as const;

  test("are the width of the slot for a photo of the same shape, or a taller one", () => {
    expect(photoSizes(portrait, slot)).toBe("(min-width: 768px) calc(33vw * 1.00), calc(50vw * 1.00)");
    expect(photoSizes({ width: 500, height: 2000 }, slot)).toContain("calc(50vw * 1.00)");
  });

  test("are wider than the slot for a landscape photo, which covers it by its height", () => {
    expect(photoSizes({ width: 1500, height: 1000 }, slot)).toContain("calc(50vw * 2.00)");
  });
});

describe("photos that fail to load", () => {
  test("[M4.22] are tried three more times, each time after twice the wait, and then given up", () => {
    expect([1, 2, 3, 4].map(photoRetryDelay)).toEqual([1000, 2000, 4000, undefined]);
  });

  test("[M4.22] bypass the cache on a retry and keep signed queries whole", () => {
    expect(photoTryUrl("/m/a.webp", 0)).toBe("/m/a.webp");
    expect(photoTryUrl("/m/a.webp", 1)).toBe("/m/a.webp?r=1");
    expect(photoTryUrl("/m/a.webp?s=x", 2)).toBe("/m/a.webp?s=x&r=2");
  });

  test("keep an address that holds the picture itself", () => {
    expect(photoTryUrl("blob:https://x/1", 2)).toBe("blob:https://x/1");
    expect(photoTryUrl("data:image/png;base64,AA", 2)).toBe("data:image/png;base64,AA");
  });
});
