import { type PointerEvent, useEffect, useRef } from "react";

const LONG_PRESS_MS = 450;
/** A finger that moves farther than this is scrolling. */
const STILL_PX = 10;

/**
 * Calls back when a finger rests on an element. Phones with a context menu of their own raise `contextmenu` instead.
 */
export function useLongPress(onLongPress: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = useRef({ x: 0, y: 0 });
  const cancel = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onPointerDown(event: PointerEvent) {
      cancel();
      if (event.pointerType !== "touch" || !event.isPrimary) return;
      start.current = { x: event.clientX, y: event.clientY };
      timer.current = setTimeout(onLongPress, LONG_PRESS_MS);
    },
    onPointerMove(event: PointerEvent) {
      const { x, y } = start.current;
      if (Math.hypot(event.clientX - x, event.clientY - y) > STILL_PX) cancel();
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
  };
}
