type Point = { x: number; y: number };

/** Farther than this, in pixels, a finger is swiping or scrolling, and no longer about to tap. */
const SLOP = 8;
/** A swipe that is longer than this share of the card's width steps to another photo. */
const STEP_SHARE = 0.18;

/** Whether a finger that moved from one point to another swipes sideways; undefined while that cannot be told. */
export function isSideways(from: Point, to: Point): boolean | undefined {
  const [dx, dy] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
  return Math.max(dx, dy) <= SLOP ? undefined : dx > dy;
}

/** How many photos a swipe of this many pixels steps: to the left brings the next photo. */
export function stepOfSwipe(dx: number, width: number): -1 | 0 | 1 {
  if (Math.abs(dx) <= width * STEP_SHARE) return 0;
  return dx < 0 ? 1 : -1;
}

/** How far the photos follow the finger: as far as it went, but only a little beyond the first and the last. */
export function followFinger(dx: number, at: number, count: number): number {
  const isBeyond = dx > 0 ? at === 0 : at === count - 1;
  return isBeyond ? dx / 4 : dx;
}
