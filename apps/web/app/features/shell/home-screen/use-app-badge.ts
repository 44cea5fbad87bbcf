import { useEffect } from "react";
import { forgetBadge, showBadge } from "~/platform/app-badge.ts";

/**
 * Shows the number of unread messages on the icon of the installed site, until the session ends. With discreet titles it
 * shows none, because a growing number attracts attention.
 */
export function useAppBadge(isDiscreet: boolean, unreadMessages: number): void {
  const count = isDiscreet ? 0 : unreadMessages;
  useEffect(() => showBadge(count), [count]);
  useEffect(() => forgetBadge, []);
}
