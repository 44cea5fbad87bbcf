/**
 * A pseudo-random generator (mulberry32). Each call returns a number from 0 up to but not including 1; the same seed
 * gives the same numbers.
 */
export type Random = () => number;

export function openRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function drawBetween(random: Random, least: number, most: number): number {
  return least + random() * (most - least);
}

export function drawOne<T>(random: Random, some: readonly T[]): T {
  const drawnItem = some[Math.floor(random() * some.length)];
  if (drawnItem === undefined) throw new Error("nothing to draw from");
  return drawnItem;
}

export function shuffle<T>(random: Random, some: readonly T[]): T[] {
  return some
    .map((item) => ({ one: item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ one }) => one);
}
