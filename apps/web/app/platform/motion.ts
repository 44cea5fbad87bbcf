/** Whether the member asks their system for reduced motion. */
export const isMotionReduced = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Lets a device that can vibrate do so after a press: for a moment that is felt and not heard. */
export function vibrate(pattern: number | number[] = 12): void {
  if (!isMotionReduced()) navigator.vibrate?.(pattern);
}
