/**
 * Shows a number on the icon of the installed site, where supported. Zero removes it. Browsers may refuse it if the
 * site is not installed.
 */
export function showBadge(count: number): void {
  if ("setAppBadge" in navigator) navigator.setAppBadge(count).catch(() => {});
}

/** Removes the number at the end of the member's session. */
export const forgetBadge = (): void => showBadge(0);
