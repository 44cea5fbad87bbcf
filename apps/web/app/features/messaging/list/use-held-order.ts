import { type FocusEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTimer } from "~/platform/use-timer.ts";
import { keepOrder } from "./rules.ts";

/**
 * A tap is delivered shortly after the finger lifts. Until then the rows must not move, so that the tap hits the right
 * row.
 */
const RELEASE_MS = 400;

type Hold = "pointer" | "touch" | "focus";

/**
 * The order of rows that move. Rows stay in place while a pointer is down on or over them, or while one has the
 * keyboard focus; then they move to their new positions. `isHidden`: the list is not visible.
 */
export function useHeldOrder(ids: string[], isHidden: boolean) {
  const [isHeld, setIsHeld] = useState(false);
  const holds = useRef(new Set<Hold>());
  const timer = useTimer();
  const shownIds = useRef<string[]>([]);
  const order = isHeld ? keepOrder(shownIds.current, ids) : ids;
  useLayoutEffect(() => {
    shownIds.current = order;
  });

  function hold(by: Hold) {
    clearTimeout(timer.current);
    holds.current.add(by);
    setIsHeld(true);
  }
  function release(by: Hold) {
    holds.current.delete(by);
    clearTimeout(timer.current);
    if (holds.current.size === 0) timer.current = setTimeout(setIsHeld, RELEASE_MS, false);
  }
  // A hidden list gets no event when the pointer or focus leaves it.
  useEffect(() => {
    if (!isHidden) return;
    holds.current.clear();
    setIsHeld(false);
  }, [isHidden]);
  return {
    order,
    handlers: {
      onPointerEnter: () => hold("pointer"),
      onPointerLeave: () => release("pointer"),
      // A scrolling finger sends no more pointer events, so touch events are observed too.
      onTouchStart: () => hold("touch"),
      onTouchEnd: () => release("touch"),
      onTouchCancel: () => release("touch"),
      onFocus: ({ target }: FocusEvent) => target.matches(":focus-visible") && hold("focus"),
      onBlur: () => release("focus"),
    },
  };
}
