import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { useSession } from "~/platform/session.ts";
import { findLinkToken } from "./rules.ts";

// The token is held outside of React, because the layout changes once the session is known, which mounts the screen again.
let held: { key: string; token: string } | undefined;

/**
 * The secret token of the mailed link that was opened. It is removed from the address and kept in memory only, so
 * that neither the history nor the screen shows it. Undefined until the session is known, null when there is none: where a
 * session has ended, the tab first leaves what its member saw, and the page loads anew with this address.
 */
export function useLinkToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>();
  const { key } = useLocation();
  const isKnown = useSession().state !== "loading";
  useEffect(() => {
    if (!isKnown) return;
    const foundToken = findLinkToken(location.hash);
    if (foundToken) held = { key, token: foundToken };
    setToken(held?.key === key ? held.token : null);
    if (location.hash) history.replaceState(history.state, "", location.pathname + location.search);
  }, [key, isKnown]);
  return token;
}
