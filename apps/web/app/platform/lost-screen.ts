import { useEffect } from "react";
import { createPath, useNavigation } from "react-router";
import { createStore, useStore } from "./store.ts";

/**
 * True after the code of a screen could not be loaded without a network. React Router cannot open that screen any more
 * in this page.
 */
const hasLostScreen = createStore(false);

/**
 * React Router reloads the page when the code of a screen cannot be loaded, because a newer build may have replaced it.
 * Without a network the reload would end on the browser's own error page, so it is refused here, and `useLostScreen`
 * tells the root.
 */
export function refuseReloadWhileOffline(): void {
  // Browsers from before 2026 lack this API and show their own error page.
  window.navigation?.addEventListener("navigate", (event) => {
    if (event.navigationType !== "reload" || navigator.onLine || !event.cancelable) return;
    event.preventDefault();
    hasLostScreen.set(true);
  });
}

/** The address that cannot be opened until the network is back; undefined when there is none. */
export function useLostScreen(): string | undefined {
  const isLost = useStore(hasLostScreen);
  const { location } = useNavigation();
  const path = isLost && location ? createPath(location) : undefined;
  useEffect(() => {
    // Only a reloaded page can open the address, and it can only once the network is back.
    if (path !== undefined && navigator.onLine) window.location.assign(path);
  }, [path]);
  return path;
}

/**
 * Whether a screen is lost. The first screen of the page asks this, because React Router has no navigation yet, and
 * `useLostScreen` reads the address from one.
 */
export const useHasLostScreen = (): boolean => useStore(hasLostScreen);
