import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { eachKind } from "../../testing/each-kind.ts";
import { addPngChunks, makeBlankPng, makeManyScans, makeTextBomb } from "../../testing/image-bytes.ts";
import { judgeFile } from "./photo-file.ts";

function findRefusal(bytes: Uint8Array) {
  const verdict = judgeFile(bytes);
  return typeof verdict === "string" ? verdict : undefined;
}

/** A blank picture of one colour: small as a file, whatever its sides. */
const blank = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: "#888" } });

describe("[T65] a picture is judged by its header, and refused when it would take a decoder too long", () => {
  test.each([
    ["6,300 by 6,300, 16 bits, interlaced", { width: 6_300, height: 6_300, bits: 16, isInterlaced: true }],
    ["6,300 by 6,300, 16 bits", { width: 6_300, height: 6_300, bits: 16 }],
    ["6,300 by 6,300, 8 bits, interlaced", { width: 6_300, height: 6_300, bits: 8, isInterlaced: true }],
    ["4,000 by 3,000, 16 bits, interlaced", { width: 4_000, height: 3_000, bits: 16, isInterlaced: true }],
  ] as const)("a PNG of %s", (_, shape) => {
    expect(findRefusal(makeBlankPng(shape))).toBe("FILE_TOO_COMPLEX");
  });

  test("a small PNG with a hundred texts that unpack to 7.5 MB each", () => {
    const png = addPngChunks(makeBlankPng({ width: 200, height: 200 }), Array(100).fill(makeTextBomb(7_500_000)));
    expect(findRefusal(png)).toBe("FILE_TOO_COMPLEX");
  });

  test("a progressive JPEG of 40 megapixels with hundreds of scans", async () => {
    const jpeg = await blank(6_300, 6_300).jpeg({ progressive: true }).toBuffer();
    expect(findRefusal(jpeg)).toBeUndefined();
    expect(findRefusal(makeManyScans(jpeg, 300))).toBe("FILE_TOO_COMPLEX");
  });
});

describe("[T65] the pictures that members have pass", () => {
  const pictures = [
    ["a JPEG of 12 megapixels", () => blank(4_032, 3_024).jpeg().toBuffer()],
    ["a progressive JPEG of 12 megapixels", () => blank(4_032, 3_024).jpeg({ progressive: true }).toBuffer()],
    ["a JPEG of 40 megapixels", () => blank(7_300, 5_400).jpeg().toBuffer()],
    ["a JPEG of 40 megapixels as mozjpeg writes it", () => blank(7_300, 5_400).jpeg({ mozjpeg: true }).toBuffer()],
    ["a CMYK JPEG of 4 megapixels", () => blank(2_000, 2_000).toColourspace("cmyk").jpeg().toBuffer()],
    ["a screenshot of a telephone", () => blank(1_440, 3_200, 4).png().toBuffer()],
    ["a screenshot of a large screen", () => blank(3_840, 2_160, 4).png().toBuffer()],
    ["a PNG of 40 megapixels with transparency", () => blank(7_300, 5_400, 4).png().toBuffer()],
    ["a PNG of 12 megapixels and 16 bits", () => makeBlankPng({ width: 4_000, height: 3_000, bits: 16 })],
    ["an interlaced PNG of 9 megapixels", () => makeBlankPng({ width: 3_000, height: 3_000, isInterlaced: true })],
    ["a WebP of 12 megapixels", () => blank(4_032, 3_024).webp().toBuffer()],
    ["a lossless WebP of 40 megapixels", () => blank(7_300, 5_400, 4).webp({ lossless: true }).toBuffer()],
    ["a WebP of 40 megapixels with transparency", () => blank(7_300, 5_400).ensureAlpha(0.5).webp().toBuffer()],
  ] as const;

  test.each(eachKind(pictures, ([name]) => /screenshot|JPEG|PNG|WebP/.exec(name)?.[0]))("%s", async (_, make) => {
    expect(findRefusal(await make())).toBeUndefined();
  });
});

describe("[T36] a picture with too many pixels is refused for its size, never for its type", () => {
  test.each([
    [8_064, 6_048],
    [8_000, 5_001],
    [12_001, 300],
    [300, 12_001],
  ])("%d by %d", async (width, height) => {
    for (const format of ["jpeg", "png", "webp"] as const)
      expect(findRefusal(await blank(width, height).toFormat(format).toBuffer()), format).toBe("PHOTO_TOO_LARGE");
  });
});

describe("a stored photo has at least 200 pixels on each side", () => {
  test.each([
    [12_000, 200, "PHOTO_TOO_SMALL"],
    [200, 12_000, "PHOTO_TOO_SMALL"],
    [4_000, 414, "PHOTO_TOO_SMALL"],
    [4_000, 416, undefined],
    [1_920, 200, undefined],
  ] as const)("once %d by %d are made smaller", async (width, height, refusal) => {
    expect(findRefusal(await blank(width, height).jpeg().toBuffer())).toBe(refusal);
  });

  test.each(["jpeg", "png", "webp"] as const)("as %s", async (format) => {
    expect(findRefusal(await blank(200, 200).toFormat(format).toBuffer())).toBeUndefined();
    expect(findRefusal(await blank(199, 900).toFormat(format).toBuffer())).toBe("PHOTO_TOO_SMALL");
    expect(findRefusal(await blank(900, 199).toFormat(format).toBuffer())).toBe("PHOTO_TOO_SMALL");
  });

  test("also as lossless WebP and as WebP with metadata", async () => {
    expect(findRefusal(await blank(199, 900).webp({ lossless: true }).toBuffer())).toBe("PHOTO_TOO_SMALL");
    expect(
      findRefusal(
        await blank(900, 199)
          .webp()
          .withExif({ IFD0: { Make: "x" } })
          .toBuffer(),
      ),
    ).toBe("PHOTO_TOO_SMALL");
  });
});
