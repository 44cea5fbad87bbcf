/** What this browser says of push messages; `off` is also: nobody was asked yet. */
export type PushState = "loading" | "unsupported" | "insecure" | "needs-install" | "denied" | "on" | "off";

type Browser = {
  /** Browsers have no worker for pages over http, except on the machine itself. */
  isSecure: boolean;
  hasWorker: boolean;
  hasPush: boolean;
  permission: NotificationPermission | undefined;
  isSubscribed: boolean;
  /** iPhones and iPads bring push messages to products on their home screen only. */
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

/** An iPad says that it is a Mac; no Mac has fingers on its glass. */
export function isApplePhone(userAgent: string, touchPoints: number): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);
}

/** The server's key as browsers want it: base64url to bytes. */
export function readKey(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
