import { readFile } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import { expect, test } from "vitest";
import { listBanFingerprints, listUploadFingerprints } from "./fingerprint.ts";

const read = async (name: string) =>
  sharp(await readFile(new URL(`../../../../../e2e/photos/${name}`, import.meta.url)))
    .autoOrient()
    .resize(320, 320, { fit: "inside" })
    .png()
    .toBuffer({ resolveWithObject: true });
const [ana, otherPicture] = [await read("ana-1.jpg"), await read("ana-2.jpg")];
const { width, height } = ana.info;

const store = (picture: Sharp) => picture.webp({ quality: 75 }).toBuffer();
const distance = (bits: string, two: string) => [...bits].filter((bit, at) => bit !== two[at]).length;
const nearest = (keptPrints: string[], askedPrints: string[]) =>
  Math.min(...keptPrints.flatMap((keptPrint) => askedPrints.map((two) => distance(keptPrint, two))));

test("a fingerprint has 400 bits, the same ones each time", async () => {
  const bytes = await store(sharp(ana.data));
  const [firstFingerprints, two] = [await listUploadFingerprints(bytes), await listUploadFingerprints(bytes)];
  expect(firstFingerprints).toEqual(two);
  expect(firstFingerprints).toHaveLength(2);
  for (const bits of firstFingerprints) expect(bits).toMatch(/^[01]{400}$/);
});

const CUT = {
  left: Math.round(width * 0.04),
  top: Math.round(height * 0.04),
  width: Math.round(width * 0.92),
  height: Math.round(height * 0.92),
};

test.each<[string, (picture: Sharp) => Sharp]>([
  ["smaller", (picture) => picture.resize(120)],
  ["poorer", (picture) => picture.jpeg({ quality: 30 })],
  ["mirrored", (picture) => picture.flop()],
  ["brighter", (picture) => picture.modulate({ brightness: 1.1 })],
  ["a little cut", (picture) => picture.extract(CUT)],
])("a removed photo is known again when it comes back %s", async (_, change) => {
  const keptFingerprints = await listBanFingerprints(await store(sharp(ana.data)));
  const changedPicture = await change(sharp(ana.data)).toBuffer();
  expect(
    nearest(keptFingerprints, await listUploadFingerprints(await store(sharp(changedPicture)))),
  ).toBeLessThanOrEqual(34);
});

test("another photo is not taken for a removed one", async () => {
  const keptFingerprints = await listBanFingerprints(await store(sharp(ana.data)));
  expect(
    nearest(keptFingerprints, await listUploadFingerprints(await store(sharp(otherPicture.data)))),
  ).toBeGreaterThan(34);
});

test("an even picture has no fingerprint, because all even pictures would be the same", async () => {
  const even = await store(sharp({ create: { width: 200, height: 200, channels: 3, background: "#884422" } }));
  expect([await listBanFingerprints(even), await listUploadFingerprints(even)]).toEqual([[], []]);
});
