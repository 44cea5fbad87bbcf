import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { findLinkToken } from "./link-rules.ts";

// Outside of React: the frame around the screen changes once the session is known, and takes the screen with it.
let held: { place: string; token: string } | undefined;

/**
 * The secret of the mailed link that was opened: taken out of the address at once, so that neither the history nor
 * somebody's glance keeps it, and held in memory alone. Undefined until it was looked for, null when there is none.
 */
export function useLinkToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>();
  const place = useLocation();
  useEffect(() => {
    const found = findLinkToken(location.hash);
    if (found) held = { place: place.key, token: found };
    setToken(held?.place === place.key ? held.token : null);
    if (location.hash) history.replaceState(history.state, "", location.pathname + location.search);
  }, [place]);
  return token;
}
