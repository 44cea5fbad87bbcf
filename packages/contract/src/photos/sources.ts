import { PHOTO_SIZE_NAMES, PHOTO_SIZES, type PhotoSize } from "../limits.ts";
import type { Photo } from "../profiles/calls.ts";

// Selects the file of a photo. The server, which preloads it, and the screen, which shows it, must agree.

type SizedPhoto = Pick<Photo, PhotoSize | "width" | "height">;

/** Returns the width in pixels of a stored size, limited by the photo's width. */
export function widthOfSize({ width, height }: Pick<Photo, "width" | "height">, size: PhotoSize): number {
  return Math.max(1, Math.round(width * Math.min(1, PHOTO_SIZES[size] / Math.max(width, height))));
}

/** Returns the address for one attempt to load a photo. Retries bypass the cache with the contract's parameter `r`. */
export function photoTryUrl(src: string, retry: number): string {
  if (retry === 0 || src.startsWith("data:") || src.startsWith("blob:")) return src;
  return `${src}${src.includes("?") ? "&" : "?"}r=${retry}`;
}

/** The `srcset` of a photo: its sizes with their widths. A retry bypasses the cache. */
export function photoSrcSet(photo: SizedPhoto, retry = 0): string {
  return PHOTO_SIZE_NAMES.map((size) => `${photoTryUrl(photo[size], retry)} ${widthOfSize(photo, size)}w`).join(", ");
}

/**
 * A position of a photo on the screen. `ratio`: width / height. `widths`: CSS lengths, each with a media condition; the
 * first match applies, and the last length has none.
 */
export type PhotoSlot = { ratio: number; widths: readonly (readonly [condition: string, width: string])[] };

/**
 * Returns the `sizes` of a photo that covers a slot of this ratio (width / height). A relatively wider photo is scaled
 * wider, and cropped at its sides.
 */
export function photoSizes({ width, height }: Pick<Photo, "width" | "height">, { ratio, widths }: PhotoSlot): string {
  const stretch = Math.max(1, width / height / ratio).toFixed(2);
  return widths.map(([condition, length]) => `${condition} calc(${length} * ${stretch})`.trim()).join(", ");
}

/** A photo of a card in the profile grid. */
export const CARD_SLOT = {
  ratio: 3 / 4,
  widths: [
    ["(min-width: 1280px)", "245px"],
    ["(min-width: 768px)", "33vw"],
    ["", "50vw"],
  ],
} as const satisfies PhotoSlot;

/**
 * The large photo of a profile. On phones with a dense screen the declared width is smaller than the real one: the 960
 * px file is sharp enough, and the next size has four times as many bytes.
 */
export const PROFILE_SLOT = {
  ratio: 3 / 4,
  widths: [
    ["(min-width: 768px)", "392px"],
    ["(min-resolution: 1.7dppx)", "60vw"],
    ["", "100vw"],
  ],
} as const satisfies PhotoSlot;
