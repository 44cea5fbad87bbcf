/** Whether the member's system asks for reduced motion. */
export const isMotionReduced = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Vibrates after a press, where supported: short enough to be felt but not heard. */
export function vibrate(pattern: number | number[] = 12): void {
  if (!isMotionReduced()) navigator.vibrate?.(pattern);
}
