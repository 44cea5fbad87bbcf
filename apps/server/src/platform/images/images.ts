import { PHOTO_SIZES, type PhotoSize } from "@caramelo/contract/limits";
import sharp from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import { findFileFault, type PhotoRefusal } from "./photo-file.ts";

/** A photo as it is stored: one WebP per size without any metadata. `width` and `height` are those of the largest
 * size, upright, in pixels; `thumbhash` is base64. */
export type ProcessedPhoto = {
  sizes: Record<PhotoSize, Uint8Array>;
  width: number;
  height: number;
  thumbhash: string;
};

export type PhotoResult = { ok: true; photo: ProcessedPhoto } | { ok: false; code: PhotoRefusal };

type Pixels = { data: Buffer; width: number; height: number; channels: 1 | 2 | 3 | 4 };

// Limits before decoding: a file of half a megabyte can hold a picture that takes most of a gigabyte of memory.
const MAX_PIXELS = 40_000_000;
const MAX_SIDE = 12_000;
const THUMBHASH_SIDE = 100;
// Larger pictures hide more loss.
const QUALITY: Record<PhotoSize, number> = { 320: 75, 960: 78, 1920: 80 };
// Members' pictures with transparency look as they would on a white page.
const BACKGROUND = "#ffffff";

// Only these three decoders exist here, by what the bytes are: no SVG, PDF, GIF, TIFF, HEIF, gain maps, nothing new.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
});
// One core a photo, and nothing of one member's photo kept for the next.
sharp.concurrency(1);
sharp.cache(false);

/** Turns an upload into the stored sizes. Never throws for a bad file: answers a refusal. Run it in the worker
 * process (`startPhotoProcessor`), which bounds time and memory. */
export async function processPhoto(bytes: Uint8Array): Promise<PhotoResult> {
  const fault = findFileFault(bytes);
  if (fault) return { ok: false, code: fault };
  // The decoder throws one kind of error for every kind of bad file, so all of them are the file's fault.
  try {
    return { ok: true, photo: await encodePhoto(await decodePhoto(bytes)) };
  } catch {
    return { ok: false, code: "FILE_INVALID_TYPE" };
  }
}

/** Decodes once, to the largest size: upright, sRGB, without transparency. Bare pixels carry no metadata onward. */
async function decodePhoto(bytes: Uint8Array): Promise<Pixels> {
  const options = { failOn: "error", limitInputPixels: MAX_PIXELS } as const;
  const { width, height, pages = 1 } = await sharp(bytes, options).metadata();
  if (width > MAX_SIDE || height > MAX_SIDE || pages > 1) throw new Error("Beyond the limits of a photo");
  const { data, info } = await sharp(bytes, options)
    .autoOrient()
    .flatten({ background: BACKGROUND })
    .resize(1920, 1920, { fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

async function encodePhoto(pixels: Pixels): Promise<ProcessedPhoto> {
  const [small, middle, large] = PHOTO_SIZES;
  return {
    // One after the other: a photo takes one core and the memory of one encoder.
    sizes: {
      [small]: await encodeSize(pixels, small),
      [middle]: await encodeSize(pixels, middle),
      [large]: await encodeSize(pixels, large),
    },
    width: pixels.width,
    height: pixels.height,
    thumbhash: await computeThumbhash(pixels),
  };
}

function encodeSize(pixels: Pixels, size: PhotoSize): Promise<Buffer> {
  return openPixels(pixels, size).webp({ quality: QUALITY[size] }).toBuffer();
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
