import { hash } from "node:crypto";
import {
  LARGEST_PHOTO_SIZE,
  PHOTO_MAX_PIXELS,
  PHOTO_MAX_SIDE,
  PHOTO_SIZE_NAMES,
  PHOTO_SIZES,
  type PhotoSize,
} from "@caramelo/contract/limits";
import { listEndings } from "@caramelo/contract/photos/endings";
import type { PhotoHeader } from "@caramelo/contract/photos/header";
import sharp from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import { examinePhotoFile, type PhotoRefusal } from "./photo-file.ts";

const TAGS_AT = 128;
const TAG_BYTES = 12;
// The converter reads no more tags than this.
const TAGS_MAX = 100;
// Converting 16 megapixels by tables takes about as long as decoding the most expensive picture that is accepted.
const TABLE_PIXELS_MAX = 16_000_000;

/**
 * Whether converting this many pixels from an embedded ICC profile takes too long. A profile may hold a program of any
 * number of steps (`D2B`), with which a file of 34 kB could take minutes, or tables (`A2B`), which take several times
 * as long as the curves and the matrix of a phone's profile.
 */
function isProfileTooDear(profile: Buffer, pixels: number): boolean {
  const kinds = listTags(profile).map((name) => name.slice(0, 3));
  return kinds.includes("D2B") || (kinds.includes("A2B") && pixels > TABLE_PIXELS_MAX);
}

function listTags(profile: Buffer): string[] {
  if (profile.length < TAGS_AT + 4) return [];
  const count = Math.min(profile.readUInt32BE(TAGS_AT), TAGS_MAX);
  return Array.from({ length: count }, (_, at) => {
    const from = TAGS_AT + 4 + TAG_BYTES * at;
    return profile.toString("latin1", from, from + 4);
  });
}

/**
 * A photo as it is stored: one WebP per size, without any metadata. `width` and `height` are those of the largest size,
 * upright, in pixels; `thumbhash` is base64.
 */
export type ProcessedPhoto = { sizes: Record<PhotoSize, Uint8Array>; width: number; height: number; thumbhash: string };

export type PhotoResult = { ok: true; photo: ProcessedPhoto } | { ok: false; code: PhotoRefusal };

type Pixels = { data: Buffer; width: number; height: number; channels: 1 | 2 | 3 | 4 };

const THUMBHASH_SIDE = 100;
const LARGEST_PX = PHOTO_SIZES[LARGEST_PHOTO_SIZE];
// A larger picture needs a higher quality.
const QUALITY: Record<PhotoSize, number> = { small: 75, medium: 78, large: 80 };
const DECODING = { failOn: "error", limitInputPixels: PHOTO_MAX_PIXELS } as const;
// Transparent parts become white.
const BACKGROUND = "#ffffff";

// Only these three decoders are allowed; SVG, PDF, GIF, TIFF, HEIF, gain maps and all future formats are not.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"] });
// Each photo uses one core, and nothing of one member's photo is cached for the next.
sharp.concurrency(1);
sharp.cache(false);

/**
 * Turns an upload into the stored sizes. Returns a refusal for a bad file and never throws because of one. It runs in
 * the worker process (`startPhotoProcessor`), which bounds time and memory.
 */
export async function processPhoto(bytes: Uint8Array): Promise<PhotoResult> {
  const header = examinePhotoFile(bytes);
  if (typeof header === "string") return { ok: false, code: header };
  // The decoder throws the same kind of error for every bad file, so each error counts as a refusal.
  try {
    const pixels = await decodeWhole(bytes, header);
    return pixels ? { ok: true, photo: await encodePhoto(pixels) } : { ok: false, code: "FILE_INCOMPLETE" };
  } catch {
    return { ok: false, code: header.isCut ? "FILE_INCOMPLETE" : "FILE_INVALID_TYPE" };
  }
}

/** The pixels of a file, whose end may be missing; undefined when pixels are missing, too. */
async function decodeWhole(bytes: Uint8Array, header: PhotoHeader): Promise<Pixels | undefined> {
  const [whole = bytes, ...others] = listEndings(bytes, header);
  for (const other of others) if ((await hashPixels(other)) !== (await hashPixels(whole))) return undefined;
  const pixels = await decodePhoto(whole);
  return header.gamma ? { ...pixels, data: toSrgb(pixels.data, header.gamma) } : pixels;
}

/** All pixels are compared, because a smaller picture hides what a cut removed from the last rows. */
async function hashPixels(bytes: Uint8Array): Promise<string> {
  return hash("sha1", await sharp(bytes, DECODING).raw().toBuffer());
}

/** Gives samples that were written with another gamma the light of sRGB, as browsers do. */
function toSrgb(samples: Buffer, gamma: number): Buffer {
  const tones = Uint8Array.from({ length: 256 }, (_, sample) => {
    const light = (sample / 255) ** (1 / gamma);
    return Math.round(255 * (light <= 0.003_130_8 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
  });
  for (const [at, sample] of samples.entries()) samples[at] = tones[sample] ?? 0;
  return samples;
}

/** Decodes once, to the largest size: upright, sRGB, without transparency. Raw pixels carry no metadata. */
async function decodePhoto(bytes: Uint8Array): Promise<Pixels> {
  const { width, height, pages = 1, icc } = await sharp(bytes, DECODING).metadata();
  if (width > PHOTO_MAX_SIDE || height > PHOTO_MAX_SIDE || pages > 1) throw new Error("Beyond the limits of a photo");
  // Without its profile a picture keeps nearly the same colours, and no phone writes a profile this expensive.
  const ignoreIcc = icc !== undefined && isProfileTooDear(icc, width * height);
  const { data, info } = await sharp(bytes, { ...DECODING, ignoreIcc })
    .autoOrient()
    .flatten({ background: BACKGROUND })
    .resize(LARGEST_PX, LARGEST_PX, { fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

async function encodePhoto(pixels: Pixels): Promise<ProcessedPhoto> {
  const sizes: [PhotoSize, Buffer][] = [];
  // The sizes are made one after the other, so that a photo uses one core and the memory of one encoder.
  for (const size of PHOTO_SIZE_NAMES) sizes.push([size, await encodeSize(pixels, size)]);
  return {
    // The cast holds because the loop adds every name.
    sizes: Object.fromEntries(sizes) as Record<PhotoSize, Buffer>,
    width: pixels.width,
    height: pixels.height,
    thumbhash: await computeThumbhash(pixels),
  };
}

function encodeSize(pixels: Pixels, size: PhotoSize): Promise<Buffer> {
  return openPixels(pixels, PHOTO_SIZES[size]).webp({ quality: QUALITY[size] }).toBuffer();
}

async function computeThumbhash(pixels: Pixels): Promise<string> {
  const { data, info } = await openPixels(pixels, THUMBHASH_SIDE)
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString("base64");
}

function openPixels({ data, ...raw }: Pixels, side: number) {
  return sharp(data, { raw }).resize(side, side, { fit: "inside", withoutEnlargement: true });
}
