import { PHOTO_SIZE_NAMES, PHOTO_SIZES, type PhotoSize } from "../limits.ts";
import type { Photo } from "../profiles/calls.ts";

// Which file of a photo a browser loads. The server, which announces it, and the screen, which shows it, must agree.

type SizedPhoto = Pick<Photo, PhotoSize | "width" | "height">;

/** Returns the width in pixels of a stored size of a photo; never more than the photo has. */
export function widthOfSize({ width, height }: Pick<Photo, "width" | "height">, size: PhotoSize): number {
  return Math.max(1, Math.round(width * Math.min(1, PHOTO_SIZES[size] / Math.max(width, height))));
}

/** Returns the address for one try of a photo. Retries bypass the cache by the parameter `r` of the contract. */
export function photoTryUrl(src: string, retry: number): string {
  if (retry === 0 || src.startsWith("data:") || src.startsWith("blob:")) return src;
  return `${src}${src.includes("?") ? "&" : "?"}r=${retry}`;
}

/** The `srcset` of a photo: its sizes with their widths. A retry bypasses the cache. */
export function photoSrcSet(photo: SizedPhoto, retry = 0): string {
  return PHOTO_SIZE_NAMES.map((size) => `${photoTryUrl(photo[size], retry)} ${widthOfSize(photo, size)}w`).join(", ");
}

/**
 * Where a photo is shown. `ratio` is width by height. `widths` are CSS lengths, each with a media condition; the first
 * condition that holds counts, and the last length has none.
 */
export type PhotoSlot = { ratio: number; widths: readonly (readonly [condition: string, width: string])[] };

/**
 * Returns the `sizes` of a photo that covers a slot of this ratio (width by height). A photo that is relatively wider
 * than the slot is drawn wider, and cut at its sides.
 */
export function photoSizes({ width, height }: Pick<Photo, "width" | "height">, { ratio, widths }: PhotoSlot): string {
  const stretch = Math.max(1, width / height / ratio).toFixed(2);
  return widths.map(([condition, length]) => `${condition} calc(${length} * ${stretch})`.trim()).join(", ");
}

/** A photo of a card in a grid of profiles. */
export const CARD_SLOT = {
  ratio: 3 / 4,
  widths: [
    ["(min-width: 1280px)", "245px"],
    ["(min-width: 768px)", "33vw"],
    ["", "50vw"],
  ],
} as const satisfies PhotoSlot;

/**
 * The large photo of a profile. On phones with a dense screen it is declared narrower than it is: the file of 960
 * pixels is sharp enough there, and the next size has four times as many bytes.
 */
export const PROFILE_SLOT = {
  ratio: 3 / 4,
  widths: [
    ["(min-width: 768px)", "392px"],
    ["(min-resolution: 1.7dppx)", "60vw"],
    ["", "100vw"],
  ],
} as const satisfies PhotoSlot;
