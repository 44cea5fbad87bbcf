import { useEffect, useRef } from "react";

/** How far below the screen the end is already near: two rows of large cards. */
const AHEAD_PX = 1_200;

/** Calls back when the marked element, the end of a list, comes near the screen, while more is wanted. */
export function useNearEnd(isWanted: boolean, onNear: () => void) {
  const mark = useRef<HTMLDivElement>(null);
  const latest = useRef(onNear);
  useEffect(() => {
    latest.current = onNear;
  });
  useEffect(() => {
    if (!isWanted || !mark.current) return;
    // Made anew for each page, it tells at once whether the end is still near.
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), {
      rootMargin: `0px 0px ${AHEAD_PX}px`,
    });
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [isWanted]);
  return mark;
}
