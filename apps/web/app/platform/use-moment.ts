import { useEffect, useState } from "react";

/**
 * The present time in milliseconds, updated every 30 seconds by default, so that "Agora" becomes "1m" while the screen
 * is open.
 */
export function useMoment(everyMs = 30_000): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
