import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { useSession } from "~/platform/session.ts";

/**
 * The secret token of a mailed link: the part of the address after the #. Undefined for anything that is not a token.
 */
export const findLinkToken = (hash: string): string | undefined => /^#([\w-]{43})$/.exec(hash)?.[1];

// Held outside React, because the screen remounts when the session loads and the layout changes.
let heldToken: { key: string; token: string } | undefined;

/**
 * Returns the secret token of the opened mailed link; null without one. Removes it from the address and keeps it in
 * memory only, so that neither history nor screen shows it. Undefined until the session is known: if the session has
 * ended, the page reloads and the token must still be in its address.
 */
export function useLinkToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>();
  const { key } = useLocation();
  const isKnown = useSession().state !== "loading";
  useEffect(() => {
    if (!isKnown) return;
    const foundToken = findLinkToken(location.hash);
    if (foundToken) heldToken = { key, token: foundToken };
    setToken(heldToken?.key === key ? heldToken.token : null);
    if (location.hash) history.replaceState(history.state, "", location.pathname + location.search);
  }, [key, isKnown]);
  return token;
}
