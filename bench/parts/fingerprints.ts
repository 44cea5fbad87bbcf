import sharp, { type Sharp } from "sharp";
import { makeAlbum } from "../../apps/server/src/demo/portraits/album.ts";
import { renderPortrait } from "../../apps/server/src/demo/portraits/render.ts";
import { openRandom } from "../../apps/server/src/demo/random.ts";
import { FINGERPRINT_DISTANCE } from "../../apps/server/src/features/bans/photo-queries.ts";
import { type Connection, withClient } from "../../apps/server/src/platform/database/database.ts";
import { listBanFingerprints, listUploadFingerprints } from "../../apps/server/src/platform/images/fingerprint.ts";
import { type Finding, figure, printProgress } from "../report.ts";
import { median } from "../rules.ts";

// How well a removed photo is known again. All pictures are generated: half are portraits of the demo's drawer, which look
// alike on purpose, and half random scenes. The figures say nothing about photographs.

const SMALL_PX = 320;
const SCENE = { width: 600, height: 800 };
/** Of the others, one in five is a portrait: drawing one takes a tenth of a second. */
const PORTRAIT_EVERY = 5;

export type FingerprintSize = { banned: number; others: number };
export const FULL_SIZE: FingerprintSize = { banned: 200, others: 5_000 };
export const SMALL_SIZE: FingerprintSize = { banned: 20, others: 200 };

type Change = (picture: Sharp) => Sharp;
type Cut = [left: number, top: number, right: number, bottom: number];

const crop =
  ([left, top, right, bottom]: Cut): Change =>
  (picture) =>
    picture.extract({
      left: Math.round(SCENE.width * left),
      top: Math.round(SCENE.height * top),
      width: Math.round(SCENE.width * (1 - left - right)),
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

/** A picture like any other: soft ground, a dozen shapes, lines. The name decides everything. */
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

/** As the pipeline stores the smallest size of an upload, from which both fingerprints are made. */
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

const isAnyNear = (kept: Uint32Array[], asked: Uint32Array[]) =>
  asked.some((one) => kept.some((other) => isNear(one, other)));
const fingerprintsOf = async (picture: Uint8Array) => (await listUploadFingerprints(await store(picture))).map(toWords);

export async function benchFingerprints(connection: Connection, size: FingerprintSize): Promise<Finding> {
  const banned: Uint32Array[][] = [];
  const caught = new Map<string, number>();
  for (let index = 0; index < size.banned; index += 1) {
    const picture = index % 2 === 0 ? await drawPortrait(index) : await drawScene(`banned ${index}`);
    const kept = (await listBanFingerprints(await store(picture))).map(toWords);
    banned.push(kept);
    for (const [name, change] of Object.entries(VARIANTS)) {
      const variant = await change(sharp(picture)).toBuffer();
      if (isAnyNear(kept, await fingerprintsOf(variant))) caught.set(name, (caught.get(name) ?? 0) + 1);
    }
    if (index % 20 === 19) {
      const known = [...caught.values()].reduce((sum, one) => sum + one, 0);
      printProgress(`fingerprints: ${known} of ${(index + 1) * Object.keys(VARIANTS).length} variants known again`);
    }
  }
  const taken = { portraits: 0, scenes: 0 };
  const counts = { portraits: 0, scenes: 0 };
  for (let index = 0; index < size.others; index += 1) {
    const kind = index % PORTRAIT_EVERY === 0 ? "portraits" : "scenes";
    const picture = kind === "portraits" ? await drawPortrait(100_000 + index) : await drawScene(`other ${index}`);
    const asked = await fingerprintsOf(picture);
    counts[kind] += 1;
    if (banned.some((kept) => isAnyNear(kept, asked))) taken[kind] += 1;
    if (index % 250 === 249)
      printProgress(`fingerprints: ${taken.portraits + taken.scenes} of ${index + 1} others taken for a removed one`);
  }
  const variants = Object.keys(VARIANTS);
  const share = [...caught.values()].reduce((sum, one) => sum + one, 0) / (size.banned * variants.length);
  const falseShare = (taken.portraits + taken.scenes) / size.others;
  return {
    title: `Fingerprints of removed photos, on generated pictures only: ${size.banned} in ${variants.length} variants, ${size.others} others`,
    targets: [
      { name: "variants of removed generated pictures that are known again", value: share, atLeast: 0.95 },
      { name: "other generated pictures that are taken for a removed one", value: falseShare, atMost: 0.001 },
    ],
    figures: [
      ...variants.map((name) => `${name}: ${caught.get(name) ?? 0} of ${size.banned}`),
      `taken for a removed one: ${taken.scenes} of ${counts.scenes} scenes, ${taken.portraits} of ${counts.portraits} portraits of the same drawer`,
      ...(await timeComparisons(connection, banned[0]?.length ?? 0)),
    ],
  };
}

/** How many removed photos there may be: as in a small town, in years of a large site, and far beyond both. */
const KEPT_PHOTOS = [1_000, 10_000, 100_000];

/** How long PostgreSQL takes to compare an upload with many removed photos. */
async function timeComparisons(connection: Connection, each: number): Promise<string[]> {
  const random = "('x' || md5(random()::text))::bit(128)";
  const bits = `(${random} || ${random} || ${random} || ('x' || substr(md5(random()::text), 1, 4))::bit(16))::bit(400)`;
  return withClient(connection, async (client) => {
    await client.query("create temp table kept_photo (fingerprints bit(400)[] not null)");
    const { rows } = await client.query(`select ${bits}::text as one, ${bits}::text as other`);
    const lines: string[] = [];
    let made = 0;
    for (const photos of KEPT_PHOTOS) {
      await client.query(
        `insert into kept_photo
         select array_agg(${bits}) from generate_series(1, $1::int) photo, generate_series(1, $2::int) group by photo`,
        [photos - made, each],
      );
      await client.query("analyze kept_photo");
      made = photos;
      const taken: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        const before = performance.now();
        await client.query(
          `select from kept_photo, unnest(kept_photo.fingerprints) as kept, unnest($1::bit(400)[]) as asked
           where bit_count(kept # asked) <= $2 limit 1`,
          [[rows[0].one, rows[0].other], FINGERPRINT_DISTANCE],
        );
        taken.push(performance.now() - before);
      }
      lines.push(
        `comparing an upload with ${photos} removed photos (${each} fingerprints each): ${figure(median(taken))} ms`,
      );
      printProgress(lines.at(-1) ?? "");
    }
    return lines;
  });
}
