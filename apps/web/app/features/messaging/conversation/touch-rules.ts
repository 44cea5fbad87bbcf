// What a finger does with a message: it rests on it, pulls it aside, taps it twice, or scrolls. Positions are in pixels
// of the window, times in milliseconds.

export type TouchPoint = { x: number; y: number; at: number };
/** `resting`: it has not moved yet; `pulling`: it pulls the message to the right; `over`: it does something else. */
export type TouchState = "resting" | "pulling" | "over";
type TouchOutcome = "hold" | "pull" | "tap" | "nothing";

export const HOLD_MS = 450;
/** A finger that moves farther than this no longer rests. */
const STILL_PX = 10;
/** Touches that begin this near to the side of the window belong to the gestures of the system, such as "back". */
const EDGE_PX = 24;
/** Pulled as far as this, the message is replied to. */
export const PULL_PX = 56;
/** The message follows the finger no farther. */
const PULL_MAX_PX = 76;
const DOUBLE_TAP_MS = 300;
const DOUBLE_TAP_PX = 28;

/** What a touch is after a move. It pulls only what it began to pull, and scrolling wins over pulling. */
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

/** How far the message stands beside its place. */
export function pulledBy(start: TouchPoint, { x }: TouchPoint): number {
  return Math.min(Math.max(0, x - start.x - STILL_PX), PULL_MAX_PX);
}

/** What a touch was when the finger is lifted, after however long a time. */
export function judgeLift(state: TouchState, start: TouchPoint, end: TouchPoint): TouchOutcome {
  if (state === "pulling") return pulledBy(start, end) >= PULL_PX ? "pull" : "nothing";
  if (state === "over") return "nothing";
  return end.at - start.at >= HOLD_MS ? "hold" : "tap";
}

/** Whether a tap is the second one of two on the same spot. */
export function isSecondTap(former: TouchPoint | undefined, tap: TouchPoint): boolean {
  if (!former || tap.at - former.at > DOUBLE_TAP_MS) return false;
  return Math.hypot(tap.x - former.x, tap.y - former.y) <= DOUBLE_TAP_PX;
}
