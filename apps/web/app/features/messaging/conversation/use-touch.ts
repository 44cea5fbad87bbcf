import { type TouchEvent, useRef, useState } from "react";
import { useTimer } from "~/platform/use-timer.ts";
import {
  followTouch,
  HOLD_MS,
  isSecondTap,
  judgeLift,
  pulledBy,
  type TouchPoint,
  type TouchState,
} from "./touch-rules.ts";

type Actions = {
  onHold: () => void;
  /** Undefined if pulling does nothing. */
  onPull: (() => void) | undefined;
  onDoubleTap: (() => void) | undefined;
};
type Shown = { pulled: number; isHeld: boolean };

const RESTING: Shown = { pulled: 0, isHeld: false };

/**
 * Touch gestures on an element: hold, pull to the right, double tap. They act when the finger is lifted, because a lift
 * would close a menu opened under a resting finger.
 */
export function useTouch({ onHold, onPull, onDoubleTap }: Actions) {
  const touch = useRef<{ start: TouchPoint; state: TouchState }>(undefined);
  const formerTap = useRef<TouchPoint>(undefined);
  const timer = useTimer();
  const [shownTouch, setShownTouch] = useState(RESTING);

  function end() {
    clearTimeout(timer.current);
    touch.current = undefined;
    setShownTouch(RESTING);
  }
  /** Performs the gesture; returns false when there was none, or when it belongs to an inner element such as a link. */
  function finish(event: TouchEvent, { start, state }: { start: TouchPoint; state: TouchState }): boolean {
    const lift = pointOf(event);
    const outcome = judgeLift(state, start, lift);
    if (outcome === "hold") onHold();
    if (outcome === "pull") onPull?.();
    if (outcome !== "tap") return outcome !== "nothing";
    const isOnText = event.target instanceof Element && event.target.closest("button, a") === null;
    const isSecond = isOnText && onDoubleTap !== undefined && isSecondTap(formerTap.current, lift);
    formerTap.current = isOnText && !isSecond ? lift : undefined;
    if (isSecond) onDoubleTap();
    return isSecond;
  }
  const handlers = {
    onTouchStart(event: TouchEvent) {
      end();
      if (event.touches.length > 1) return;
      touch.current = { start: pointOf(event), state: "resting" };
      timer.current = setTimeout(() => setShownTouch({ pulled: 0, isHeld: true }), HOLD_MS);
    },
    onTouchMove(event: TouchEvent) {
      if (!touch.current) return;
      const { start, state } = touch.current;
      const point = pointOf(event);
      const next = followTouch(state, start, point, innerWidth);
      touch.current.state = next === "pulling" && !onPull ? "over" : next;
      if (next === "resting") return;
      clearTimeout(timer.current);
      setShownTouch({ pulled: touch.current.state === "pulling" ? pulledBy(start, point) : 0, isHeld: false });
    },
    onTouchEnd(event: TouchEvent) {
      const endedTouch = touch.current;
      end();
      // Otherwise the browser would click at that position, on a link of the message or next to its new menu.
      if (endedTouch && finish(event, endedTouch) && event.cancelable) event.preventDefault();
    },
    onTouchCancel: end,
  };
  return { ...shownTouch, isTouched: () => touch.current !== undefined, handlers };
}

function pointOf({ changedTouches, timeStamp }: TouchEvent): TouchPoint {
  const { clientX = 0, clientY = 0 } = changedTouches[0] ?? {};
  return { x: clientX, y: clientY, at: timeStamp };
}
