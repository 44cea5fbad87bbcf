import { TOAST_ERROR_MS, TOAST_MS } from "@caramelo/contract/limits";
import type { Tone } from "~/ui/states/alert.tsx";

export const TOASTS_AT_MOST = 3;

/** How many milliseconds a toast stays: its own duration, or else 7 s for errors and 5 s for others. */
export function toastDuration(type: Tone, duration?: number): number {
  if (duration !== undefined) return duration;
  return type === "error" ? TOAST_ERROR_MS : TOAST_MS;
}
