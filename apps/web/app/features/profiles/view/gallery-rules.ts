/** The share of a photo's width, on each side, where a tap steps to the next photo. */
const EDGE = 0.3;

/** The index of the photo after a step. Steps stop at the first and at the last photo. */
export function stepFrom(at: number, by: -1 | 1, count: number): number {
  return Math.min(Math.max(at + by, 0), Math.max(count - 1, 0));
}

/**
 * The action of a tap at a share (0 to 1) of the photo's width. In the middle it opens the photo; at an edge it returns
 * the index of the next photo. At the first and last photo an outward tap keeps the index, because a member who taps
 * through the photos does not want to open one.
 */
export function judgeTap(share: number, at: number, count: number): "open" | number {
  if (count < 2 || (share >= EDGE && share <= 1 - EDGE)) return "open";
  return stepFrom(at, share < EDGE ? -1 : 1, count);
}

/** The index of the visible photo, in a strip that shows one photo at a time, scrolled by this many pixels. */
export function photoInView(scrolled: number, width: number, count: number): number {
  if (width <= 0) return 0;
  return Math.min(Math.max(Math.round(scrolled / width), 0), Math.max(count - 1, 0));
}

export const photoNumber = (at: number, count: number): string => `Foto ${at + 1} de ${count}`;
