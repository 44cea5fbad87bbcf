/** Whether the member asks their system for reduced motion. */
export const isMotionReduced = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
