/** How much of a photo's width, on either side, steps to the photo beside it. */
const EDGE = 0.3;

/** The photo after a step, which ends at the first and at the last one. */
export function stepFrom(at: number, by: -1 | 1, count: number): number {
  return Math.min(Math.max(at + by, 0), Math.max(count - 1, 0));
}

/**
 * What a tap on a photo does, at a share (0 to 1) of its width: the middle opens it, the edges step to the photo with the
 * answered number. Past an end an edge stays where it is: a member who taps through the photos has not asked to open one.
 */
export function judgeTap(share: number, at: number, count: number): "open" | number {
  if (count < 2 || (share >= EDGE && share <= 1 - EDGE)) return "open";
  return stepFrom(at, share < EDGE ? -1 : 1, count);
}

/** The photo that a strip of photos as wide as itself shows when it has been scrolled so far. */
export function photoInView(scrolled: number, width: number, count: number): number {
  if (width <= 0) return 0;
  return Math.min(Math.max(Math.round(scrolled / width), 0), Math.max(count - 1, 0));
}

export const photoNumber = (at: number, count: number): string => `Foto ${at + 1} de ${count}`;
