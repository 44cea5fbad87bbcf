import type { Photo } from "@caramelo/contract/profiles";
import { photoTryUrl } from "~/ui/rules.ts";

type Sized = Pick<Photo, "small" | "medium" | "large" | "width" | "height">;

// Longest sides of the stored sizes; the largest one has the photo's own width and height.
const SMALL_PX = 320;
const MEDIUM_PX = 960;

/** Pixels across, of the version whose longest side is so many; never more than the photo has. */
export function widthOfVersion({ width, height }: Pick<Photo, "width" | "height">, longestPx: number): number {
  return Math.max(1, Math.round(width * Math.min(1, longestPx / Math.max(width, height))));
}

/** The versions of a photo with their widths, for the browser to choose from; after a failed load past the cache. */
export function photoSrcSet(photo: Sized, retry = 0): string {
  const versions = [
    [photo.small, widthOfVersion(photo, SMALL_PX)],
    [photo.medium, widthOfVersion(photo, MEDIUM_PX)],
    [photo.large, photo.width],
  ] as const;
  return versions.map(([src, px]) => `${photoTryUrl(src, retry)} ${px}w`).join(", ");
}

/** How wide a place is, from the widest screen down: a media condition and a CSS length; the last without condition. */
export type PhotoPlace = { ratio: number; widths: readonly (readonly [condition: string, width: string])[] };

/**
 * The `sizes` of a photo that covers a place of this ratio (width by height): a wider photo than the place is drawn
 * wider than the place, and cut at its sides.
 */
export function photoSizes({ width, height }: Pick<Photo, "width" | "height">, { ratio, widths }: PhotoPlace): string {
  const stretch = Math.max(1, width / height / ratio).toFixed(2);
  return widths.map(([condition, length]) => `${condition} calc(${length} * ${stretch})`.trim()).join(", ");
}
