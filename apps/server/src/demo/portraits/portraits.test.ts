import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PHOTO_MAX_BYTES } from "@caramelo/contract/limits";
import sharp from "sharp";
import { afterEach, expect, test } from "vitest";
import { makePeople } from "../people.ts";
import { drawFigure } from "./figure.ts";
import { HEIGHT, WIDTH } from "./portrait.ts";
import { noPortraitCache, openPortraitCache } from "./portrait-cache.ts";
import { openPortraitStudio } from "./portrait-studio.ts";
import { renderPortrait } from "./render.ts";
import { drawScene } from "./scene.ts";

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

function openStudio(cache = noPortraitCache) {
  const studio = openPortraitStudio(cache);
  closing.push(() => studio.close());
  return studio;
}

test("every figure and every scene can be drawn", () => {
  for (const one of albums.flat()) {
    expect(drawFigure(one)).toMatch(/^<svg .*<\/svg>$/s);
    expect(drawScene(one.scene)).not.toMatch(/undefined|NaN/);
  }
});

test("a portrait is the same file each time, a JPEG that a member could have uploaded", async () => {
  const [one, two] = [await renderPortrait(portrait), await renderPortrait(portrait)];
  expect(one.equals(two)).toBe(true);
  expect(one.length).toBeLessThan(PHOTO_MAX_BYTES);
  expect(await sharp(one).metadata()).toMatchObject({ format: "jpeg", width: WIDTH, height: HEIGHT });
});

test("the studio answers what the photo pipeline makes of a portrait", async () => {
  const photo = await openStudio().develop(portrait);
  expect(photo).toMatchObject({ width: WIDTH, height: HEIGHT });
  expect(await sharp(photo.sizes[320]).metadata()).toMatchObject({ format: "webp", width: 240, height: 320 });
});

test("what was drawn once is kept, and older drawings go", async () => {
  const folder = await makeFolder();
  const older = join(folder, "portraits-older");
  await writeFile(older, "");
  const drawn = await openStudio(openPortraitCache(folder)).develop(portrait);
  expect(await readdir(folder)).toHaveLength(1);

  const kept = await openPortraitCache(folder).find(portrait);
  expect(kept).toEqual(drawn);
});

test("a spoiled file is drawn anew", async () => {
  const folder = await makeFolder();
  const cache = openPortraitCache(folder);
  const photo = {
    sizes: { 320: Buffer.from("a"), 960: Buffer.from("b"), 1920: Buffer.from("c") },
    width: 1,
    height: 1,
    thumbhash: "",
  };
  await cache.keep(portrait, photo);
  const [place = ""] = await readdir(folder);
  const [file = ""] = await readdir(join(folder, place));
  await writeFile(join(folder, place, file), "spoiled");
  expect(await cache.find(portrait)).toBeUndefined();
});

test("where nothing can be written, nothing is kept and nothing fails", async () => {
  const folder = await makeFolder();
  const file = join(folder, "a-file");
  await writeFile(file, "");
  const cache = openPortraitCache(file);
  const photo = {
    sizes: { 320: Buffer.from("a"), 960: Buffer.from("b"), 1920: Buffer.from("c") },
    width: 1,
    height: 1,
    thumbhash: "",
  };
  await expect(cache.keep(portrait, photo)).resolves.toBeUndefined();
  expect(await cache.find(portrait)).toBeUndefined();
});
