import { useEffectEvent, useLayoutEffect } from "react";

/**
 * Calls back at each key that is pressed in the page while `isOn`. It listens before the screen is painted, because a
 * quick user presses a key as soon as the screen is visible.
 */
export function useKeyDown(isOn: boolean, onKeyDown: (event: KeyboardEvent) => void): void {
  const handleKey = useEffectEvent(onKeyDown);
  useLayoutEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [isOn]);
}
