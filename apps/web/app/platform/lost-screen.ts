import { useEffect } from "react";
import { createPath, useNavigation } from "react-router";
import { createStore, useStore } from "./store.ts";

/**
 * True after a screen's code failed to load without a network. React Router can then no longer open that screen in this
 * page.
 */
const hasLostScreen = createStore(false);

/**
 * React Router reloads the page when a screen's code fails to load, because a newer build may have replaced it. Offline
 * the reload would end on the browser's error page, so it is refused here, and `useLostScreen` informs the root.
 */
export function refuseReloadWhileOffline(): void {
  // Some browsers before 2026 lack this API and show their error page.
  window.navigation?.addEventListener("navigate", (event) => {
    if (event.navigationType !== "reload" || navigator.onLine || !event.cancelable) return;
    event.preventDefault();
    hasLostScreen.set(true);
  });
}

/** The address that cannot be opened until the network returns; undefined without one. */
export function useLostScreen(): string | undefined {
  const isLost = useStore(hasLostScreen);
  const { location } = useNavigation();
  const path = isLost && location ? createPath(location) : undefined;
  useEffect(() => {
    // Only a reloaded page can open the address, and only once the network is back.
    if (path !== undefined && navigator.onLine) window.location.assign(path);
  }, [path]);
  return path;
}

/**
 * Whether a screen is lost. For the first screen, when React Router has no navigation yet from which `useLostScreen`
 * could read the address.
 */
export const useHasLostScreen = (): boolean => useStore(hasLostScreen);
