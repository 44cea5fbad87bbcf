import { useEffect, useState } from "react";
import { clockLead } from "./server-clock.ts";
import { useStore } from "./store.ts";

/** The current time by the server's clock in milliseconds, for comparison with times set by the server. */
export const serverNow = (): number => Date.now() + clockLead.get();

/**
 * The same for a component, updated every 30 seconds by default, so that "Agora" becomes "1m" while the screen
 * is open.
 */
export function useMoment(everyMs = 30_000): number {
  const lead = useStore(clockLead);
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const tick = () => setNow(Date.now() + lead);
    tick();
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  }, [everyMs, lead]);
  return now;
}
