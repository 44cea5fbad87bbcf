import { useEffect } from "react";

/**
 * Shows the number of unread messages on the icon of the installed site, where the browser can. With discreet titles it
 * shows none, because a growing number attracts attention. The end of the session removes it (platform/device-traces.ts).
 */
export function useAppBadge(isDiscreet: boolean, unreadMessages: number): void {
  const count = isDiscreet ? 0 : unreadMessages;
  useEffect(() => {
    // Zero removes the number. Browsers refuse it where the site is not installed.
    if ("setAppBadge" in navigator) navigator.setAppBadge(count).catch(() => {});
  }, [count]);
}
