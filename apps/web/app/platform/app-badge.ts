/**
 * Shows a number on the icon of the installed site, where the browser can. Zero removes it. Browsers may refuse it where
 * the site is not installed.
 */
export function showBadge(count: number): void {
  if ("setAppBadge" in navigator) navigator.setAppBadge(count).catch(() => {});
}

/** Removes the number, which belongs to the member whose session is over. */
export const forgetBadge = (): void => showBadge(0);
