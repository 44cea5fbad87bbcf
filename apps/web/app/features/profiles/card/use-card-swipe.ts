import { type RefObject, useEffect, useEffectEvent } from "react";

type Point = { x: number; y: number };

/** A finger that moved farther than this (in px) swipes or scrolls and no longer taps. */
const SLOP = 8;
/** A swipe longer than this share of the card's width steps to another photo. */
const STEP_SHARE = 0.18;

/** Whether a finger that moved between two points swipes sideways; undefined while undecided. */
export function isSideways(from: Point, to: Point): boolean | undefined {
  const [dx, dy] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
  return Math.max(dx, dy) <= SLOP ? undefined : dx > dy;
}

/** The photo steps of a swipe of `dx` pixels: to the left shows the next photo. */
export function stepOfSwipe(dx: number, width: number): -1 | 0 | 1 {
  if (Math.abs(dx) <= width * STEP_SHARE) return 0;
  return dx < 0 ? 1 : -1;
}

/** How far the photos follow the finger: fully, but only a little beyond the first and the last. */
export function followFinger(dx: number, at: number, count: number): number {
  const isBeyond = dx > 0 ? at === 0 : at === count - 1;
  return isBeyond ? dx / 4 : dx;
}

type Swipe = {
  /** The finger has moved sideways by this many pixels. */
  onMove: (dx: number) => void;
  /** The finger is lifted, or the browser takes over the gesture. Receives the photo steps. */
  onEnd: (by: -1 | 0 | 1) => void;
  /** An arrow key was pressed while the card contains the focus. */
  onKey: (by: -1 | 1) => void;
};

const KEYS: Record<string, -1 | 1 | undefined> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * Reports swipes and arrow keys on the card around an element. The card handles horizontal gestures itself
 * (`touch-action`), and a swipe does not click. The finger may already be down when this starts to listen.
 */
export function useCardSwipe(inside: RefObject<Element | null>, { onMove, onEnd, onKey }: Swipe): void {
  const move = useEffectEvent(onMove);
  const end = useEffectEvent(onEnd);
  const step = useEffectEvent(onKey);
  useEffect(() => {
    const card = inside.current?.closest("article");
    if (!card) return;
    const stop = new AbortController();
    const { signal } = stop;
    let start: { x: number; y: number } | undefined;
    let isSwiping = false;
    const listenToFinger = (
      kind: "pointerdown" | "pointermove" | "pointerup" | "pointercancel",
      handle: (place: { x: number; y: number }) => void,
    ) =>
      card.addEventListener(
        kind,
        ({ isPrimary, pointerType, clientX: x, clientY: y }) => {
          if (isPrimary && pointerType === "touch") handle({ x, y });
        },
        { signal },
      );
    function finish(by: -1 | 0 | 1) {
      if (isSwiping) end(by);
      start = undefined;
      isSwiping = false;
    }
    listenToFinger("pointerdown", (place) => {
      start = place;
    });
    listenToFinger("pointermove", (place) => {
      start ??= place;
      isSwiping ||= isSideways(start, place) === true;
      if (isSwiping) move(place.x - start.x);
    });
    listenToFinger("pointerup", ({ x }) => finish(start ? stepOfSwipe(x - start.x, card.clientWidth) : 0));
    listenToFinger("pointercancel", () => finish(0));
    card.addEventListener(
      "keydown",
      (event) => {
        const by = KEYS[event.key];
        // With a modifier key, an arrow belongs to the browser (back, or another tab).
        if (by === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        step(by);
      },
      { signal },
    );
    return () => stop.abort();
  }, [inside]);
}
