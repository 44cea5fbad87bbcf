import sharp from "sharp";
import { openRandom } from "../random.ts";
import { HEIGHT, WIDTH } from "./shapes.ts";

/** The two lights of demo portraits: the low sun from the side, and a lamp above on an evening. */
export const LIGHTS = ["golden", "evening"] as const;
export type Light = (typeof LIGHTS)[number];

type Layer = { input: Buffer; raw: { width: number; height: number; channels: 4 } };

const GRAIN = 7;

type Stop = [offset: number, color: string, opacity: number];
type Look = {
  stops: Stop[];
  /** Where the light begins and ends, as shares of the picture, when it comes from the left. */
  line: [x1: number, y1: number, x2: number, y2: number];
  /** The colour of the bright edge, and how strong it is. */
  edge: [red: number, green: number, blue: number];
  edgeStrength: number;
  /** The side from which the edge is lit: 1 from the side of the light, -1 from behind. */
  edgeSide: 1 | -1;
};

const looks: Record<Light, Look> = {
  golden: {
    stops: [
      [0, "#fff0d2", 0.8],
      [0.5, "#b09a8a", 0.25],
      [1, "#3a1c1c", 0.42],
    ],
    line: [0, 0, 1, 0.9],
    edge: [255, 228, 176],
    edgeStrength: 0.62,
    edgeSide: 1,
  },
  evening: {
    stops: [
      [0, "#ffe3b8", 0.7],
      [0.42, "#a98a86", 0.2],
      [1, "#251a34", 0.5],
    ],
    line: [0.42, 0, 0.58, 1],
    edge: [255, 186, 140],
    edgeStrength: 0.5,
    edgeSide: -1,
  },
};

const layers = new Map<string, Promise<Layer>>();

/** The light over the whole picture, with a little grain. It is made once for each light and side. */
export function findLight(light: Light, isFromRight: boolean): Promise<Layer> {
  const key = `${light} ${isFromRight}`;
  const layer = layers.get(key) ?? makeLight(looks[light], isFromRight);
  layers.set(key, layer);
  return layer;
}

async function makeLight({ stops, line: [x1, y1, x2, y2] }: Look, isFromRight: boolean): Promise<Layer> {
  const [from, to] = isFromRight ? [1 - x1, 1 - x2] : [x1, x2];
  const stopTags = stops.map(([offset, color, opacity]) => {
    return `<stop offset="${offset}" stop-color="${color}" stop-opacity="${opacity}"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs><linearGradient id="l" x1="${from}" y1="${y1}" x2="${to}" y2="${y2}">${stopTags.join("")}</linearGradient></defs><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#l)"/></svg>`;
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

// A half-size picture is enough for the soft outline, and four times as fast to blur.
const HALF = { width: WIDTH / 2, height: HEIGHT / 2 };
const SOFTNESS = 5;
/** How far from the outline the edge and the shadow reach, in pixels. */
const EDGE = { x: 12, y: -6 };
const SHADOW = { x: -18, y: 8 };
const SHADOW_STRENGTH = 0.3;

/** Draws a figure with a bright edge towards the light and a soft shadow on the other side, so that it looks round. */
export async function lightFigure(svg: Buffer, light: Light, isFromRight: boolean): Promise<Layer> {
  const { data } = await sharp(svg).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const raw = { width: WIDTH, height: HEIGHT, channels: 4 } as const;
  const outline = await softOutline(data, raw);
  shade(data, outline, looks[light], isFromRight);
  return { input: data, raw };
}

/** How much of each pixel's surroundings the figure covers, from 0 to 255. */
async function softOutline(pixels: Buffer, raw: Layer["raw"]): Promise<Buffer> {
  const half = await sharp(pixels, { raw })
    .extractChannel(3)
    .resize(HALF.width, HALF.height, { kernel: "nearest" })
    .blur(SOFTNESS)
    .raw()
    .toBuffer();
  return sharp(half, { raw: { ...HALF, channels: 1 } })
    .resize(WIDTH, HEIGHT, { kernel: "linear" })
    .extractChannel(0)
    .raw()
    .toBuffer();
}

function shade(pixels: Buffer, outline: Buffer, look: Look, isFromRight: boolean): void {
  const side = (isFromRight ? 1 : -1) * look.edgeSide;
  const coverAt = (x: number, y: number) =>
    outline[Math.min(HEIGHT - 1, Math.max(0, y)) * WIDTH + Math.min(WIDTH - 1, Math.max(0, x))] ?? 0;
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const at = (y * WIDTH + x) * 4;
      if (pixels[at + 3] === 0) continue;
      const [towards, away] = [coverAt(x + EDGE.x * side, y + EDGE.y), coverAt(x + SHADOW.x * side, y + SHADOW.y)];
      // Most pixels are far from the outline, and stay as they are.
      if (towards === 255 && away === 255) continue;
      const open = 1 - towards / 255;
      const shadow = (1 - away / 255) * SHADOW_STRENGTH;
      for (const channel of [0, 1, 2] as const) {
        const dimmed = (pixels[at + channel] ?? 0) * (1 - shadow);
        pixels[at + channel] = dimmed + (look.edge[channel] - dimmed) * open * open * look.edgeStrength;
      }
    }
  }
}
