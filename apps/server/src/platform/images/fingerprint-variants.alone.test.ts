import sharp, { type Sharp } from "sharp";
import { expect, test } from "vitest";
import { makeAlbum } from "../../demo/portraits/album.ts";
import { renderPortrait } from "../../demo/portraits/render.ts";
import { openRandom } from "../../demo/random.ts";
import { FINGERPRINT_DISTANCE } from "../../features/bans/photo-queries.ts";
import { fewOrMany } from "../../testing/each-kind.ts";
import { listBanFingerprints, listUploadFingerprints } from "./fingerprint.ts";

// How well a removed photo is recognized. All pictures are generated: portraits of the demo, which look alike on
// purpose, and random scenes. The figures say nothing about photographs.

const REMOVED = fewOrMany(2, 20);
const OTHERS = fewOrMany(10, 200);
const SMALL_PX = 320;
const SCENE = { width: 600, height: 800 };
/** Only one in five of the other pictures is a portrait, because drawing one takes a tenth of a second. */
const PORTRAIT_EVERY = 5;

type Change = (picture: Sharp) => Sharp;
type Cut = [left: number, top: number, right: number, bottom: number];

const crop =
  ([leftShare, top, right, bottom]: Cut): Change =>
  (picture) =>
    picture.extract({
      left: Math.round(SCENE.width * leftShare),
      top: Math.round(SCENE.height * top),
      width: Math.round(SCENE.width * (1 - leftShare - right)),
      height: Math.round(SCENE.height * (1 - top - bottom)),
    });
const even = (part: number): Cut => [part, part, part, part];

/** The twenty ways in which a removed photo comes back. */
const VARIANTS: Record<string, Change> = {
  "half the size": (picture) => picture.resize(300).jpeg(),
  "a quarter of the size": (picture) => picture.resize(150).jpeg(),
  "twice the size": (picture) => picture.resize(1_200).jpeg(),
  "JPEG of quality 60": (picture) => picture.jpeg({ quality: 60 }),
  "JPEG of quality 25": (picture) => picture.jpeg({ quality: 25 }),
  "WebP of quality 40": (picture) => picture.webp({ quality: 40 }),
  PNG: (picture) => picture.png(),
  mirrored: (picture) => picture.flop().jpeg(),
  "mirrored, small and poor": (picture) => picture.flop().resize(400).jpeg({ quality: 40 }),
  "2 % cut on each side": (picture) => crop(even(0.02))(picture).jpeg(),
  "4.5 % cut on each side": (picture) => crop(even(0.045))(picture).jpeg(),
  "7 % cut on each side": (picture) => crop(even(0.07))(picture).jpeg(),
  "5 % cut on the left": (picture) => crop([0.05, 0, 0, 0])(picture).jpeg(),
  "6 % cut at the top": (picture) => crop([0, 0.06, 0, 0])(picture).jpeg(),
  "8 % cut at the bottom": (picture) => crop([0, 0, 0, 0.08])(picture).jpeg(),
  "4 % cut on the left and the right": (picture) => crop([0.04, 0, 0.04, 0])(picture).jpeg(),
  "a corner cut by 5 %": (picture) => crop([0.05, 0.05, 0, 0])(picture).jpeg(),
  "3 % cut, mirrored, small and poor": (picture) => crop(even(0.03))(picture).flop().resize(500).jpeg({ quality: 45 }),
  "a tenth brighter": (picture) => picture.modulate({ brightness: 1.1 }).jpeg(),
  "without colours": (picture) => picture.greyscale().jpeg(),
};

/** Draws a random scene: about a dozen shapes on a soft ground. The same name gives the same scene. */
async function drawScene(name: string): Promise<Buffer> {
  const random = openRandom(name);
  const number = (from: number, to: number) => Math.round(from + random.next() * (to - from));
  const colour = () => `hsl(${number(0, 360)} ${number(15, 80)}% ${number(12, 88)}%)`;
  const shapes = Array.from({ length: number(6, 16) }, () => {
    const [x, y] = [number(-50, 650), number(-50, 850)];
    const turn = `transform="rotate(${number(0, 180)} ${x} ${y})" opacity="${(0.4 + random.next() * 0.6).toFixed(2)}"`;
    return random.hasLuck(0.5)
      ? `<ellipse cx="${x}" cy="${y}" rx="${number(15, 240)}" ry="${number(15, 240)}" fill="${colour()}" ${turn}/>`
      : `<rect x="${x}" y="${y}" width="${number(20, 420)}" height="${number(10, 320)}" fill="${colour()}" ${turn}/>`;
  });
  const ground = `<linearGradient id="g" x1="${random.next()}" y1="${random.next()}" x2="${random.next()}" y2="${random.next()}"><stop offset="0" stop-color="${colour()}"/><stop offset="1" stop-color="${colour()}"/></linearGradient>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SCENE.width}" height="${SCENE.height}"><defs>${ground}</defs><rect width="100%" height="100%" fill="url(#g)"/>${shapes.join("")}</svg>`;
  return sharp(Buffer.from(svg)).blur(1.2).jpeg({ quality: 90 }).toBuffer();
}

const ROLES = ["baby", "daddy", "mommy"] as const;

async function drawPortrait(index: number): Promise<Buffer> {
  const sitter = { role: ROLES[index % 3] ?? "baby", age: 20 + ((index * 7) % 40) };
  const [portrait] = makeAlbum(`bench ${index}`, sitter, 1);
  if (!portrait) throw new Error("an album is empty");
  return renderPortrait(portrait);
}

/** Encodes a picture like the smallest stored size of an upload, from which both fingerprints are made. */
const store = (picture: Uint8Array) =>
  sharp(picture)
    .resize(SMALL_PX, SMALL_PX, { fit: "inside", withoutEnlargement: true })
    .webp({ quality: 75 })
    .toBuffer();

/** A fingerprint as 32-bit words, which compare quickly. */
function toWords(bits: string): Uint32Array {
  return Uint32Array.from({ length: Math.ceil(bits.length / 32) }, (_, at) =>
    Number.parseInt(bits.slice(at * 32, at * 32 + 32).padEnd(32, "0"), 2),
  );
}

function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function isNear(one: Uint32Array, other: Uint32Array): boolean {
  let distance = 0;
  for (let at = 0; at < one.length; at += 1) distance += countBits((one[at] ?? 0) ^ (other[at] ?? 0));
  return distance <= FINGERPRINT_DISTANCE;
}

const isAnyNear = (keptFingerprints: Uint32Array[], fingerprints: Uint32Array[]) =>
  fingerprints.some((one) => keptFingerprints.some((other) => isNear(one, other)));
const fingerprintsOf = async (picture: Uint8Array) => (await listUploadFingerprints(await store(picture))).map(toWords);

const removedPrints: { picture: Buffer; fingerprints: Uint32Array[] }[] = [];
for (let index = 0; index < REMOVED; index += 1) {
  const picture = index % 2 === 0 ? await drawPortrait(index) : await drawScene(`banned ${index}`);
  removedPrints.push({ picture, fingerprints: (await listBanFingerprints(await store(picture))).map(toWords) });
}

test("a removed picture is known again in each of the twenty ways in which it comes back", async () => {
  let recognitions = 0;
  for (const { picture, fingerprints } of removedPrints) {
    for (const change of Object.values(VARIANTS)) {
      const variant = await change(sharp(picture)).toBuffer();
      if (isAnyNear(fingerprints, await fingerprintsOf(variant))) recognitions += 1;
    }
  }
  expect(recognitions / (removedPrints.length * Object.keys(VARIANTS).length)).toBeGreaterThanOrEqual(0.95);
});

test("at most one in a thousand of other pictures is taken for a removed one", async () => {
  const mistakenPictures: number[] = [];
  for (let index = 0; index < OTHERS; index += 1) {
    const isPortrait = index % PORTRAIT_EVERY === 0;
    const picture = isPortrait ? await drawPortrait(100_000 + index) : await drawScene(`other ${index}`);
    const ownFingerprints = await fingerprintsOf(picture);
    if (removedPrints.some(({ fingerprints }) => isAnyNear(fingerprints, ownFingerprints)))
      mistakenPictures.push(index);
  }
  expect(mistakenPictures.length).toBeLessThanOrEqual(OTHERS / 1_000);
});
