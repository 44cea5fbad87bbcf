import { useEffect } from "react";
import { createPath, useNavigation } from "react-router";
import { createStore, useStore } from "./store.ts";

/** The code of a screen did not come while there was no network. From then on React Router cannot open that screen. */
const hasLostScreen = createStore(false);

/**
 * React Router loads the page anew when the code of a screen does not come: a newer build may have replaced it. Without a
 * network that would end on the browser's own page, so it is refused here, and `useLostScreen` tells the root.
 */
export function refuseReloadWhileOffline(): void {
  // Browsers from before 2026 do not have it: there the browser's own page shows.
  window.navigation?.addEventListener("navigate", (event) => {
    if (event.navigationType !== "reload" || navigator.onLine || !event.cancelable) return;
    event.preventDefault();
    hasLostScreen.set(true);
  });
}

/** The address that cannot be opened now, while it is waited for; else undefined. */
export function useLostScreen(): string | undefined {
  const isLost = useStore(hasLostScreen);
  const { location } = useNavigation();
  const path = isLost && location ? createPath(location) : undefined;
  useEffect(() => {
    // The network is back: only a page that loads anew can open it.
    if (path !== undefined && navigator.onLine) window.location.assign(path);
  }, [path]);
  return path;
}

/** The same for the screen that the page was opened with, which no navigation waits for. */
export const useHasLostScreen = (): boolean => useStore(hasLostScreen);
