// Touch gestures on a message: rest, pull sideways, double tap, scroll. Positions are in CSS pixels of the window,
// times in milliseconds.

export type TouchPoint = { x: number; y: number; at: number };
/** `resting`: has not moved yet; `pulling`: pulls the message to the right; `over`: another gesture. */
export type TouchState = "resting" | "pulling" | "over";
type TouchOutcome = "hold" | "pull" | "tap" | "nothing";

export const HOLD_MS = 450;
/** A finger that moves farther than this no longer rests. */
const STILL_PX = 10;
/** Touches this close to the window's edge belong to system gestures such as "back". */
const EDGE_PX = 24;
/** A message pulled this far is replied to. */
export const PULL_PX = 56;
/** The message follows the finger up to this distance. */
const PULL_MAX_PX = 76;
const DOUBLE_TAP_MS = 300;
const DOUBLE_TAP_PX = 28;

/** The touch state after a move. Once decided it does not change, and scrolling wins over pulling. */
export function followTouch(
  state: TouchState,
  start: TouchPoint,
  { x, y }: TouchPoint,
  windowWidth: number,
): TouchState {
  if (state !== "resting") return state;
  const [right, down] = [x - start.x, Math.abs(y - start.y)];
  if (Math.hypot(right, down) <= STILL_PX) return "resting";
  const isInside = start.x >= EDGE_PX && start.x <= windowWidth - EDGE_PX;
  return isInside && right > 2 * down ? "pulling" : "over";
}

/** How far the message is displaced. */
export function pulledBy(start: TouchPoint, { x }: TouchPoint): number {
  return Math.min(Math.max(0, x - start.x - STILL_PX), PULL_MAX_PX);
}

/** The gesture when the finger is lifted, after any time. */
export function judgeLift(state: TouchState, start: TouchPoint, end: TouchPoint): TouchOutcome {
  if (state === "pulling") return pulledBy(start, end) >= PULL_PX ? "pull" : "nothing";
  if (state === "over") return "nothing";
  return end.at - start.at >= HOLD_MS ? "hold" : "tap";
}

/** Whether a tap is the second of a double tap on the same spot. */
export function isSecondTap(former: TouchPoint | undefined, tap: TouchPoint): boolean {
  if (!former || tap.at - former.at > DOUBLE_TAP_MS) return false;
  return Math.hypot(tap.x - former.x, tap.y - former.y) <= DOUBLE_TAP_PX;
}
