import { useEffect, useState } from "react";

/** The time now, in milliseconds, anew every half minute: "Agora" becomes "1m" while somebody looks. */
export function useMoment(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
