import sharp from "sharp";

/**
 * A perceptual fingerprint: it says which of the 20 × 20 slowest waves of a picture's brightness are above their
 * median. Resizing, compression and small changes of brightness leave most of its 400 bits unchanged. A crop changes
 * every wave, so a banned photo is stored with a fingerprint of each usual crop; a new photo is also compared by its
 * mirror image.
 */

/** The side of the reduced picture in pixels, and how many of its waves count in each direction. */
const SIDE = 64;
const WAVES = 20;

/** The parts of the width and height that are cut away: left, top, right, bottom. */
type Cut = readonly [number, number, number, number];

const CUTS: readonly Cut[] = [
  [0, 0, 0, 0],
  ...[0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08].map((part): Cut => [part, part, part, part]),
  ...[0.02, 0.035, 0.05, 0.065, 0.08].flatMap((part): Cut[] => [
    [part, 0, part, 0],
    [0, part, 0, part],
    [part, 0, 0, 0],
    [0, part, 0, 0],
    [0, 0, part, 0],
    [0, 0, 0, part],
    [part, part, 0, 0],
    [0, part, part, 0],
    [0, 0, part, part],
    [part, 0, 0, part],
  ]),
];

type Light = { values: Float64Array; width: number; height: number };

/** `COSINES[k][x]`: the wave k at the middle of pixel x. */
const COSINES = Array.from({ length: WAVES + 1 }, (_, wave) =>
  Float64Array.from({ length: SIDE }, (__, x) => Math.cos((Math.PI * wave * (2 * x + 1)) / (2 * SIDE))),
);

/**
 * Returns the fingerprints by which a photo that must not come back is recognized, as texts of 400 bits. A picture of
 * one even colour has none, because all such pictures would have the same.
 */
export async function listBanFingerprints(bytes: Uint8Array): Promise<string[]> {
  const light = await readLight(bytes);
  const foundWaves = CUTS.map((photoCut) => findWaves(reduce(light, photoCut)));
  return [...new Set(foundWaves.filter(hasShape).map(bitsOf))];
}

/** Returns the fingerprints of an added photo: as it is, and mirrored. */
export async function listUploadFingerprints(bytes: Uint8Array): Promise<string[]> {
  const foundWaves = findWaves(reduce(await readLight(bytes), [0, 0, 0, 0]));
  return hasShape(foundWaves) ? [bitsOf(foundWaves), bitsOf(mirror(foundWaves))] : [];
}

/** Whether the picture has more than noise: on average at least one shade of 256 in some wave. */
function hasShape(waves: Float64Array): boolean {
  return Math.max(...waves.map(Math.abs)) >= SIDE * SIDE;
}

async function readLight(bytes: Uint8Array): Promise<Light> {
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
  const values = Float64Array.from({ length: info.width * info.height }, (_, at) => data[at * info.channels] ?? 0);
  return { values, width: info.width, height: info.height };
}

/**
 * Averages the pixels inside a cut into SIDE × SIDE values, whatever its shape. A pixel that lies in two of them counts
 * by its share.
 */
function reduce({ values, width, height }: Light, [left, top, right, bottom]: Cut): Float64Array {
  const columns = weights(width, left, right);
  const rows = weights(height, top, bottom);
  const narrow = new Float64Array(height * SIDE);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < SIDE; x += 1)
      for (const [at, weight] of columns[x] ?? [])
        narrow[y * SIDE + x] = (narrow[y * SIDE + x] ?? 0) + weight * (values[y * width + at] ?? 0);
  const small = new Float64Array(SIDE * SIDE);
  for (let y = 0; y < SIDE; y += 1)
    for (const [at, weight] of rows[y] ?? [])
      for (let x = 0; x < SIDE; x += 1)
        small[y * SIDE + x] = (small[y * SIDE + x] ?? 0) + weight * (narrow[at * SIDE + x] ?? 0);
  return small;
}

/** Returns, for each of SIDE equal stretches of a line, its pixels with their shares. */
function weights(length: number, before: number, after: number): [number, number][][] {
  const start = before * length;
  const step = ((1 - before - after) * length) / SIDE;
  return Array.from({ length: SIDE }, (_, index) => {
    const [from, to] = [start + index * step, start + (index + 1) * step];
    const shares: [number, number][] = [];
    for (let at = Math.floor(from); at < to && at < length; at += 1) {
      const share = Math.min(at + 1, to) - Math.max(at, from);
      if (share > 1e-9) shares.push([at, share / step]);
    }
    return shares;
  });
}

/** Returns the strengths of the WAVES × WAVES waves, without the average brightness. */
function findWaves(small: Float64Array): Float64Array {
  const across = new Float64Array(SIDE * WAVES);
  for (let y = 0; y < SIDE; y += 1)
    for (let wave = 0; wave < WAVES; wave += 1) {
      let sum = 0;
      const cosine = COSINES[wave + 1];
      for (let x = 0; x < SIDE; x += 1) sum += (small[y * SIDE + x] ?? 0) * (cosine?.[x] ?? 0);
      across[y * WAVES + wave] = sum;
    }
  const waves = new Float64Array(WAVES * WAVES);
  for (let down = 0; down < WAVES; down += 1)
    for (let wave = 0; wave < WAVES; wave += 1) {
      let sum = 0;
      const cosine = COSINES[down];
      for (let y = 0; y < SIDE; y += 1) sum += (across[y * WAVES + wave] ?? 0) * (cosine?.[y] ?? 0);
      waves[down * WAVES + wave] = sum;
    }
  return waves;
}

/** Mirrors the waves: in a mirror image every second horizontal wave has the opposite sign. */
function mirror(waves: Float64Array): Float64Array {
  return waves.map((value, at) => ((at % WAVES) % 2 === 0 ? -value : value));
}

/** Writes one bit per wave: 1 when it is above the median. */
function bitsOf(waves: Float64Array): string {
  const sortedWaves = Float64Array.from(waves).sort();
  const median = ((sortedWaves[sortedWaves.length / 2 - 1] ?? 0) + (sortedWaves[sortedWaves.length / 2] ?? 0)) / 2;
  return Array.from(waves, (value) => (value > median ? "1" : "0")).join("");
}
