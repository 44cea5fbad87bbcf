import { useEffect, useEffectEvent, useRef } from "react";

/** The end of a list is near when it is this far below the screen: two rows of large cards. */
const AHEAD_PX = 1_200;

/**
 * Calls `onNear` when the element of the returned ref, at the end of a list or of its loaded part, comes near the
 * screen. `isWanted`: more may be loaded.
 */
export function useNearEnd(isWanted: boolean, onNear: () => void) {
  const sentinel = useRef<HTMLDivElement>(null);
  const handleNear = useEffectEvent(onNear);
  useEffect(() => {
    if (!isWanted || !sentinel.current) return;
    // A new observer for each page reports immediately whether the end is near. Each calls only once: a fast scroll can
    // pass the end several times before the page counts as loading, and a second call would cancel the first request.
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        handleNear();
      },
      { rootMargin: `0px 0px ${AHEAD_PX}px` },
    );
    observer.observe(sentinel.current);
    return () => observer.disconnect();
  }, [isWanted]);
  return sentinel;
}
