import { useEffectEvent, useLayoutEffect } from "react";

/**
 * Calls `onKey` for each key pressed in the page while `isOn`. Listens before the first paint, because a quick user
 * presses a key as soon as the screen is visible.
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
