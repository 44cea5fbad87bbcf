import { useEffect, useRef } from "react";

/** How far below the screen the end of a list counts as near: the height of two rows of large cards. */
const AHEAD_PX = 1_200;

/**
 * Calls back when the element of the returned ref, at the end of a list or of what has loaded, comes so near the screen.
 * `isWanted`: more may load.
 */
export function useNearEnd(isWanted: boolean, onNear: () => void, aheadPx = AHEAD_PX) {
  const sentinel = useRef<HTMLDivElement>(null);
  const latest = useRef(onNear);
  useEffect(() => {
    latest.current = onNear;
  });
  useEffect(() => {
    if (!isWanted || !sentinel.current) return;
    // A new observer for each page reports at once whether the end is still near. Each calls once: before the page shows
    // as on its way, a fast scroll passes the end several times, and a second call would cancel the first one's request.
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        latest.current();
      },
      { rootMargin: `0px 0px ${aheadPx}px` },
    );
    observer.observe(sentinel.current);
    return () => observer.disconnect();
  }, [isWanted, aheadPx]);
  return sentinel;
}
