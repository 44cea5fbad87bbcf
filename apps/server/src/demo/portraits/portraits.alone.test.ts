import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PHOTO_MAX_BYTES } from "@caramelo/contract/limits";
import sharp from "sharp";
import { afterEach, expect, test } from "vitest";
import { fewOrMany } from "../../testing/each-kind.ts";
import { makePeople } from "../people.ts";
import { drawCompanion, hasCompanion } from "./companions.ts";
import { EXPRESSIONS } from "./expressions.ts";
import { drawFigure } from "./figure.ts";
import type { Light } from "./light.ts";
import type { Portrait } from "./portrait.ts";
import { openPortraitCache, type PortraitCache } from "./portrait-cache.ts";
import { openPortraitStudio } from "./portrait-studio.ts";
import { renderPortrait } from "./render.ts";
import { drawScene } from "./scene.ts";
import { HEIGHT, WIDTH } from "./shapes.ts";

const albums = makePeople().map(({ album }) => album);
const portrait = albums[0]?.[0] ?? expect.fail();

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "caramelo-portraits-"));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function openStudio(cache: PortraitCache) {
  const studio = openPortraitStudio(cache);
  closing.push(() => studio.close());
  return studio;
}

test("every figure and every scene can be drawn", () => {
  for (const figure of albums.flat()) {
    expect(drawFigure(figure)).toMatch(/^<svg .*<\/svg>$/s);
    expect(drawScene(figure.scene)).not.toMatch(/undefined|NaN/);
  }
});

test("a portrait gives the same file each time, a JPEG that a member could have uploaded", async () => {
  const [firstPicture, two] = [await renderPortrait(portrait), await renderPortrait(portrait)];
  expect(firstPicture.equals(two)).toBe(true);
  expect(firstPicture.length).toBeLessThan(PHOTO_MAX_BYTES);
  expect(await sharp(firstPicture).metadata()).toMatchObject({ format: "jpeg", width: WIDTH, height: HEIGHT });
});

const rows = async (portrait: Portrait) => {
  const svg = Buffer.from(drawFigure(portrait));
  const { data, info } = await sharp(svg).removeAlpha().greyscale().raw().toBuffer({ resolveWithObject: true });
  return Array.from({ length: info.height }, (_, y) => data.subarray(y * info.width, (y + 1) * info.width));
};

test.each(albums[0] ?? [])("the eyes are at a third of the height in picture %#", async (portrait) => {
  // Only the eyes differ between the two drawings: some expressions have their own eyes.
  const withEyes = (eyes: number) =>
    rows({ ...portrait, expression: "smile", face: { ...portrait.face, glasses: undefined, eyes } });
  const [open, dots] = [await withEyes(4), await withEyes(16)];
  const changedRows = open.flatMap((row, y) => (row.equals(dots[y] ?? row) ? [] : [y]));
  const middle = (Math.min(...changedRows) + Math.max(...changedRows)) / 2;
  expect(middle / HEIGHT).toBeGreaterThan(0.31);
  expect(middle / HEIGHT).toBeLessThan(0.36);
});

test("each of the six expressions changes the drawing of the same person", () => {
  const drawings = EXPRESSIONS.map((expression) => drawFigure({ ...portrait, expression }));
  expect(new Set(drawings).size).toBe(6);
});

test("the two lights fall differently on the same person: one from the side that the person looks away from, one from above", async () => {
  const brightness = async (light: Light, isMirrored: boolean) => {
    const picture = await renderPortrait({ ...portrait, light, pose: { ...portrait.pose, isMirrored } });
    const { data, info } = await sharp(picture).greyscale().resize(60).raw().toBuffer({ resolveWithObject: true });
    const mean = (isWanted: (x: number) => boolean) => {
      const pixels = [...data.keys()].filter((at) => isWanted(at % info.width));
      return pixels.reduce((sum, at) => sum + (data[at] ?? 0), 0) / pixels.length;
    };
    return { left: mean((x) => x < info.width / 6), right: mean((x) => x >= (info.width * 5) / 6) };
  };
  const [fromLeft, fromRight] = [await brightness("golden", false), await brightness("golden", true)];
  const evening = await brightness("evening", false);
  expect(fromLeft.left - fromLeft.right).toBeGreaterThan(fromRight.left - fromRight.right + 20);
  expect(fromLeft.left - fromLeft.right).toBeGreaterThan(evening.left - evening.right + 10);
});

test("a person with an object next to them stands off centre, and looks towards it", () => {
  const withCompanion = albums.flat().filter(({ scene }) => hasCompanion(scene.place));
  expect(withCompanion.length).toBeGreaterThan(100);
  for (const { pose } of withCompanion) expect(["aside", "half figure"]).toContain(pose.framing);
  expect(drawCompanion("park", true)).toContain("scale(-1 1)");
  expect(drawCompanion("park", false)).not.toContain("scale(-1 1)");
  expect(drawCompanion("bokeh", false)).toBe("");
  // A person who plays another instrument, or sings, has no guitar.
  expect([drawCompanion("guitar", false), drawCompanion("music", false)]).toEqual([expect.stringMatching(/^<g/), ""]);
});

test("the first pictures are light: as a set, their mean brightness is above 110 of 255", async () => {
  const means = [];
  for (const [first] of albums.slice(0, fewOrMany(3, 12))) {
    const { channels } = await sharp(await renderPortrait(first ?? portrait)).stats();
    means.push(channels.reduce((sum, { mean }) => sum + mean / channels.length, 0));
  }
  expect(means.reduce((sum, mean) => sum + mean / means.length, 0)).toBeGreaterThan(110);
});

test("the studio answers a portrait that the photo pipeline has processed, and the cache keeps it and removes older versions", async () => {
  const folder = await makeFolder();
  const older = join(folder, "portraits-older");
  await writeFile(older, "");
  const drawnPortrait = await openStudio(openPortraitCache(folder)).develop(portrait);
  expect(drawnPortrait).toMatchObject({ width: WIDTH, height: HEIGHT });
  expect(await sharp(drawnPortrait.sizes.small).metadata()).toMatchObject({ format: "webp", width: 240, height: 320 });
  expect(await readdir(folder)).toHaveLength(1);

  const keptPicture = await openPortraitCache(folder).find(portrait);
  expect(keptPicture).toEqual(drawnPortrait);
});

test("the cache answers undefined for a damaged file", async () => {
  const folder = await makeFolder();
  const cache = openPortraitCache(folder);
  const photo = {
    sizes: { small: Buffer.from("a"), medium: Buffer.from("b"), large: Buffer.from("c") },
    width: 1,
    height: 1,
    thumbhash: "",
  };
  await cache.keep(portrait, photo);
  const [versionFolder = ""] = await readdir(folder);
  const [file = ""] = await readdir(join(folder, versionFolder));
  await writeFile(join(folder, versionFolder, file), "spoiled");
  expect(await cache.find(portrait)).toBeUndefined();
});

test("a cache in a folder that cannot be written stores nothing and does not fail", async () => {
  const folder = await makeFolder();
  const file = join(folder, "a-file");
  await writeFile(file, "");
  const cache = openPortraitCache(file);
  const photo = {
    sizes: { small: Buffer.from("a"), medium: Buffer.from("b"), large: Buffer.from("c") },
    width: 1,
    height: 1,
    thumbhash: "",
  };
  await expect(cache.keep(portrait, photo)).resolves.toBeUndefined();
  expect(await cache.find(portrait)).toBeUndefined();
});
