/** Repeatable random numbers: the same name always gives the same sequence. */
export type Random = {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number;
  /** Returns a whole number; both ends are included. */
  whole(min: number, max: number): number;
  hasLuck(chance: number): boolean;
  pick<T>(list: readonly [T, ...T[]]): T;
  /** Returns the list in another order. */
  shuffle<T>(list: readonly T[]): T[];
};

/** Opens the sequence of a name (xmur3 and mulberry32, both in the public domain). */
export function openRandom(name: string): Random {
  let state = hashName(name);

  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));

  return {
    next,
    whole,
    hasLuck: (chance) => next() < chance,
    // The list is not empty and the index lies within it, so the fallback is never used.
    pick: (list) => list[whole(0, list.length - 1)] ?? list[0],
    shuffle: (list) =>
      list
        .map((entry) => ({ entry, at: next() }))
        .sort((a, b) => a.at - b.at)
        .map(({ entry }) => entry),
  };
}

function hashName(name: string): number {
  let hash = 1_779_033_703 ^ name.length;
  for (const character of name) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 3_432_918_353);
    hash = (hash << 13) | (hash >>> 19);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 2_246_822_507);
  hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_909);
  return hash ^ (hash >>> 16);
}
