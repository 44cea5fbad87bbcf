/** What this browser allows. `off` also means that the member was not asked yet. */
export type PushState = "loading" | "unsupported" | "insecure" | "needs-install" | "denied" | "on" | "off";

type Browser = {
  /** Browsers offer service workers only over TLS or on localhost. */
  isSecure: boolean;
  hasWorker: boolean;
  hasPush: boolean;
  permission: NotificationPermission | undefined;
  isSubscribed: boolean;
  /** iPhones and iPads show push messages only for sites added to the home screen. */
  isApplePhone: boolean;
  isInstalled: boolean;
};

export function classifyPush(browser: Browser): Exclude<PushState, "loading"> {
  const { hasWorker, hasPush, permission } = browser;
  if (!browser.isSecure) return "insecure";
  if (!hasPush && browser.isApplePhone && !browser.isInstalled) return "needs-install";
  if (!hasWorker || !hasPush || permission === undefined) return "unsupported";
  if (permission === "denied") return "denied";
  return permission === "granted" && browser.isSubscribed ? "on" : "off";
}

/** The user agent of an iPad says "Macintosh", but no Mac has a touch screen. */
export function isApplePhone(userAgent: string, touchPoints: number): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);
}

/** Decodes the server's key from base64url to bytes. */
export function readKey(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
