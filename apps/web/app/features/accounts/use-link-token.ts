import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { findLinkToken } from "./link-rules.ts";

/**
 * The secret of the mailed link that was opened: taken out of the address at once, so that neither the history nor
 * somebody's glance keeps it, and held in memory alone. Undefined until it was looked for, null when there is none.
 */
export function useLinkToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>();
  const place = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another link may be opened in this tab: that is a new place
  useEffect(() => {
    const found = findLinkToken(location.hash);
    setToken((held) => found ?? held ?? null);
    if (location.hash) history.replaceState(history.state, "", location.pathname + location.search);
  }, [place]);
  return token;
}
