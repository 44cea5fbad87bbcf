import { useEffect, useState, useSyncExternalStore } from "react";

/** The time now, in milliseconds, anew every half minute: "Agora" becomes "1m" while somebody looks. */
export function useMoment(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function watch(wake: () => void) {
  document.addEventListener("visibilitychange", wake);
  return () => document.removeEventListener("visibilitychange", wake);
}

/** Does the member look at this tab? */
export const useIsVisible = (): boolean => useSyncExternalStore(watch, () => document.visibilityState === "visible");
