import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { seedOf } from "../rules.ts";
import { findSentSeed } from "./sent-seed.ts";
import { findPlace, keepOrder, storePlace } from "./visit-store.ts";

type Visit = {
  seed: number;
  /** The length of the list when the member left it; 0 at the start of a visit. */
  reserved: number;
  /** Stores the current length of the list. */
  keepCount: (count: number) => void;
};

/**
 * The order of a list and the position in it. Both last for 30 minutes in this tab, so that a member who returns or
 * reloads finds the same list. A list that came with the HTML keeps its order. `isReturn`: the screen has just opened,
 * so the position is restored; a list opened by another tab or filter starts at its top.
 */
export function useVisit(memberId: string, question: string, isReturn: boolean): Visit {
  const [start] = useState(() => {
    const place = findPlace(memberId, question);
    const sentSeed = findSentSeed(question);
    // The list that came with the HTML is already on the screen, so its order replaces the stored one.
    if (!place || (sentSeed ?? place.seed) !== place.seed)
      return { seed: sentSeed ?? seedOf(Math.random()), top: 0, count: 0 };
    return isReturn ? place : { ...place, top: 0, count: 0 };
  });
  // Runs after every render, because the 30 minutes begin with the last view of the list.
  useEffect(() => keepOrder(memberId, start.seed));
  const count = useRef(start.count);
  useScrollPlace(start.top, (top) => storePlace(memberId, question, { seed: start.seed, top, count: count.current }));
  return {
    seed: start.seed,
    reserved: start.count,
    keepCount: (next) => {
      count.current = next;
    },
  };
}

/**
 * Scrolls to a position, and passes the last position to `onLeave` when the screen closes or the page goes to the
 * background.
 */
function useScrollPlace(top: number, onLeave: (top: number) => void) {
  const handleLeave = useEffectEvent(onLeave);
  useLayoutEffect(() => {
    let last = top;
    const stop = new AbortController();
    const { signal } = stop;
    const note = () => {
      last = Math.max(0, Math.round(scrollY));
    };
    const leave = () => handleLeave(last);
    addEventListener("scroll", note, { passive: true, signal });
    addEventListener("pagehide", leave, { signal });
    document.addEventListener("visibilitychange", leave, { signal });
    // Scrolls after the router, which scrolls to the top in the same commit, and before the browser paints.
    if (top > 0) queueMicrotask(() => !signal.aborted && scrollTo(0, top));
    return () => {
      stop.abort();
      leave();
    };
  }, [top]);
}
