import { BADGE_CAP, PHOTO_RETRIES, PHOTO_RETRY_BASE_MS, TOAST_ERROR_MS, TOAST_MS } from "@caramelo/contract/limits";
import type { Tone } from "~/ui/alert.tsx";

export const TOASTS_AT_MOST = 3;

/** Milliseconds a toast stays: its own duration, else 7 s for errors and 5 s for the rest. */
export function toastDuration(type: Tone, duration?: number): number {
  if (duration !== undefined) return duration;
  return type === "error" ? TOAST_ERROR_MS : TOAST_MS;
}

/** Milliseconds to wait before the nth retry of a photo (1, 2, 3): doubling from 1 s. Undefined: give up. */
export function photoRetryDelay(retry: number): number | undefined {
  return retry > PHOTO_RETRIES ? undefined : PHOTO_RETRY_BASE_MS * 2 ** (retry - 1);
}

/** The address of the nth try of a photo: retries get past the cache by the parameter that the contract leaves for it. */
export function photoTryUrl(src: string, retry: number): string {
  if (retry === 0 || src.startsWith("data:") || src.startsWith("blob:")) return src;
  return `${src}${src.includes("?") ? "&" : "?"}r=${retry}`;
}

/** Where an arrow key leads in a list of so many, from one end around to the other; undefined for other keys. */
export function findListMove(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === "ArrowDown") return (at + 1) % count;
  return key === "ArrowUp" ? (at <= 0 ? count : at) - 1 : undefined;
}

/** The text of a counter badge: nothing for zero, capped at "99+". */
export function badgeText(count: number): string | undefined {
  if (count <= 0) return undefined;
  return count > BADGE_CAP ? `${BADGE_CAP}+` : String(count);
}
