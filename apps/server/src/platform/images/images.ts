import { LARGEST_PHOTO_SIZE, PHOTO_SIZE_NAMES, PHOTO_SIZES, type PhotoSize } from "@caramelo/contract/limits";
import sharp from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import { isProfileTooDear } from "./colour-profile.ts";
import { findRefusal, MAX_PIXELS, MAX_SIDE, type PhotoRefusal } from "./photo-file.ts";

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
  const refusal = findRefusal(bytes);
  if (refusal) return { ok: false, code: refusal };
  // The decoder throws the same kind of error for every bad file, so each error counts as a refusal.
  try {
    return { ok: true, photo: await encodePhoto(await decodePhoto(bytes)) };
  } catch {
    return { ok: false, code: "FILE_INVALID_TYPE" };
  }
}

/** Decodes once, to the largest size: upright, sRGB, without transparency. Raw pixels carry no metadata. */
async function decodePhoto(bytes: Uint8Array): Promise<Pixels> {
  const options = { failOn: "error", limitInputPixels: MAX_PIXELS } as const;
  const { width, height, pages = 1, icc } = await sharp(bytes, options).metadata();
  if (width > MAX_SIDE || height > MAX_SIDE || pages > 1) throw new Error("Beyond the limits of a photo");
  // Without its profile a picture keeps nearly the same colours, and no phone writes a profile this expensive.
  const ignoreIcc = icc !== undefined && isProfileTooDear(icc, width * height);
  const { data, info } = await sharp(bytes, { ...options, ignoreIcc })
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
