import { useSyncExternalStore } from "react";

function watch(wake: () => void) {
  document.addEventListener("visibilitychange", wake);
  return () => document.removeEventListener("visibilitychange", wake);
}

/** Does the member look at this tab? */
export const useIsVisible = (): boolean => useSyncExternalStore(watch, () => document.visibilityState === "visible");
