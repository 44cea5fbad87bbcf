import { isMotionReduced } from "./reduced-motion.ts";

/**
 * Lets a device that can vibrate do so, for a moment that is felt and not heard. Browsers refuse it before the first
 * touch and say so in the console, so it is not tried then.
 */
export function vibrate(pattern: number | number[] = 12): void {
  if (!isMotionReduced() && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(pattern);
}
