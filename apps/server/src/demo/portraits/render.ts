import sharp from "sharp";
import { openRandom } from "../random.ts";
import { drawFigure } from "./figure.ts";
import { HEIGHT, type Portrait, WIDTH } from "./portrait.ts";
import { drawScene, sceneBlur } from "./scene.ts";

type Layer = { input: Buffer; raw: { width: number; height: number; channels: 4 } };

const GRAIN = 7;
const QUALITY = 90;

/**
 * Renders one portrait as a JPEG: the scene out of focus, the person, and one warm light with a little grain over both.
 */
export async function renderPortrait(portrait: Portrait): Promise<Buffer> {
  const scene = await sharp(Buffer.from(drawScene(portrait.scene)))
    .blur(sceneBlur[portrait.scene.place])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = scene.info;
  const light = await findLight(portrait.pose.isMirrored);
  return sharp(scene.data, { raw: { width, height, channels } })
    .resize(WIDTH, HEIGHT, { kernel: "cubic" })
    .composite([{ input: Buffer.from(drawFigure(portrait)) }, { ...light, blend: "soft-light" }])
    .jpeg({ quality: QUALITY })
    .toBuffer();
}

const lights = new Map<boolean, Promise<Layer>>();

/** The light comes from the side that the person looks away from. It is made once for each side. */
function findLight(isMirrored: boolean): Promise<Layer> {
  const light = lights.get(isMirrored) ?? makeLight(isMirrored);
  lights.set(isMirrored, light);
  return light;
}

async function makeLight(isMirrored: boolean): Promise<Layer> {
  const [from, to] = isMirrored ? [1, 0] : [0, 1];
  const stops = `<stop offset="0" stop-color="#fff0d2" stop-opacity=".8"/><stop offset=".5" stop-color="#b09a8a" stop-opacity=".25"/><stop offset="1" stop-color="#3a1c1c" stop-opacity=".42"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs><linearGradient id="l" x1="${from}" y1="0" x2="${to}" y2=".9">${stops}</linearGradient></defs><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#l)"/></svg>`;
  const { data } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  addGrain(data);
  return { input: data, raw: { width: WIDTH, height: HEIGHT, channels: 4 } };
}

/** Adds the same grain to every picture, so that the same portrait gives the same file. */
function addGrain(pixels: Buffer): void {
  const random = openRandom("grain");
  for (let at = 0; at < pixels.length; at += 4) {
    const grain = (random.next() + random.next() - 1) * GRAIN * 2;
    for (const channel of [at, at + 1, at + 2])
      pixels[channel] = Math.max(0, Math.min(255, (pixels[channel] ?? 0) + grain));
  }
}
