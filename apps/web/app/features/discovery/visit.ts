import { seedOf } from "./rules.ts";

const seeds = new Map<string, number>();

/**
 * The seed of a visit, named by its entry in the browser's history: whoever comes back to that entry finds the same
 * order, whoever opens the screen anew or reloads it gets another.
 */
export function seedOfVisit(entry: string): number {
  const seed = seeds.get(entry) ?? seedOf(Math.random());
  seeds.set(entry, seed);
  return seed;
}
