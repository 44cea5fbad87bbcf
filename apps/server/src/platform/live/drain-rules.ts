/** How long a drain waits after each group of ended connections. */
export const DRAIN_STEP_MS = 100;

/** Divides connections into groups of one size, one for each step of a drain that takes about `ms`. */
export function planDrain<T>(connections: readonly T[], ms: number): T[][] {
  const steps = Math.max(1, Math.floor(ms / DRAIN_STEP_MS));
  const size = Math.ceil(connections.length / steps);
  return Array.from({ length: steps }, (_, step) => connections.slice(step * size, (step + 1) * size));
}
