import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { manifest } from "./web-manifest.ts";

const { screenshots } = manifest;
const FILE_MAX_BYTES = 60_000;

const readFile = (src: string) => readFileSync(new URL(`../public${src}`, import.meta.url));

/** The width and height of a lossy WebP file. */
function readSize(file: Buffer): [number, number] {
  expect(file.toString("latin1", 8, 16)).toBe("WEBPVP8 ");
  return [file.readUInt16LE(26), file.readUInt16LE(28)];
}

const sizeOf = (sizes: string) => sizes.split("x").map(Number);

describe("the pictures in the dialog that installs the site", () => {
  test.each(screenshots)("[D2.63] $src has the size that the manifest says, and is small", ({ src, sizes }) => {
    const file = readFile(src);
    expect(readSize(file)).toEqual(sizeOf(sizes));
    expect(file.length).toBeLessThanOrEqual(FILE_MAX_BYTES);
  });

  test.each(["narrow", "wide"])(
    "some are %s, as Chrome takes them: of one shape and size, each with its words",
    (form) => {
      const shownPictures = screenshots.filter(({ form_factor }) => form_factor === form);
      expect(shownPictures.length).toBeGreaterThan(0);
      for (const { label } of shownPictures) expect(label).toMatch(/\w+ \w+/);
      const shapes = shownPictures.map(({ sizes }) => sizes);
      expect(new Set(shapes).size).toBe(1);
      const [width = 0, height = 0] = sizeOf(shapes[0] ?? "");
      for (const side of [width, height]) expect(side).toSatisfy((length: number) => length >= 320 && length <= 3_840);
      expect(Math.max(width, height) / Math.min(width, height)).toBeLessThanOrEqual(2.3);
      expect(width > height).toBe(form === "wide");
    },
  );
});
