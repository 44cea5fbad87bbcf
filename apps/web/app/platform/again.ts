import { type MouseEvent, useEffect, useEffectEvent } from "react";
import { isMotionReduced } from "./motion.ts";

const listeners = new Set<() => void>();

/** Calls `onAgain` when the navigation link to this screen is pressed while it is scrolled to its top. */
export function useAgain(onAgain: () => void): void {
  const handleAgain = useEffectEvent(onAgain);
  useEffect(() => {
    const listener = () => handleAgain();
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
}

/** A press that opens the link in another tab or window is left to the browser. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/**
 * A press on the link of the open screen (`isHere`) scrolls to the top, or at the top calls the `useAgain` callbacks.
 */
export function pressAgain(event: MouseEvent, isHere: boolean): void {
  if (!isHere || !isPlain(event)) return;
  event.preventDefault();
  if (scrollY > 0) scrollTo({ top: 0, behavior: findScrollBehavior() });
  else for (const listener of [...listeners]) listener();
}

const findScrollBehavior = () => (isMotionReduced() ? "instant" : "smooth");
