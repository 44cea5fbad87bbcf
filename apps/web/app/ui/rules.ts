import type { Tone } from "~/ui/alert.tsx";

/** Milliseconds from the call to the first frame of a toast. */
export const TOAST_APPEARS_AFTER_MS = 100;
/** Milliseconds a toast takes to leave; `app.css` animates for as long. */
export const TOAST_EXIT_MS = 300;
export const TOASTS_AT_MOST = 3;

/** Milliseconds a toast stays: its own duration, else 7 s for errors and 5 s for the rest. */
export function toastDuration(type: Tone, duration?: number): number {
  if (duration !== undefined) return duration;
  return type === "error" ? 7000 : 5000;
}

const PHOTO_RETRIES = 3;
const FIRST_PHOTO_DELAY_MS = 1000;

/** Milliseconds to wait before the nth retry of a photo (1, 2, 3): doubling from 1 s. Undefined: give up. */
export function photoRetryDelay(retry: number): number | undefined {
  return retry > PHOTO_RETRIES ? undefined : FIRST_PHOTO_DELAY_MS * 2 ** (retry - 1);
}

/** The address of the nth try of a photo: retries get past the cache by a query parameter. */
export function photoTryUrl(src: string, retry: number): string {
  if (retry === 0 || src.startsWith("data:") || src.startsWith("blob:")) return src;
  return `${src}${src.includes("?") ? "&" : "?"}retry=${retry}`;
}

/** The text of a counter badge: nothing for zero, capped at "99+". */
export function badgeText(count: number): string | undefined {
  if (count <= 0) return undefined;
  return count > 99 ? "99+" : String(count);
}
