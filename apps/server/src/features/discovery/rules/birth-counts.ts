/** How many members were born on each day, so that those of a range are counted in a few steps (a Fenwick tree). */
export type BirthCounts = Int32Array<ArrayBuffer>;

// From 1901, which is before anybody of 99 years was born, until 2035, after anybody of 18.
const FIRST_DAY = -25_202;
const DAYS = 49_000;

export const makeBirthCounts = (): BirthCounts => new Int32Array(DAYS + 1);

const placeOf = (day: number): number => Math.min(DAYS, Math.max(1, day - FIRST_DAY));

export function addBirth(counts: BirthCounts, day: number, by: 1 | -1): void {
  for (let at = placeOf(day); at <= DAYS; at += at & -at) counts[at] = (counts[at] ?? 0) + by;
}

/** How many were born after `after` and not after `until`. */
export function countBirths(counts: BirthCounts, after: number, until: number): number {
  return after >= until ? 0 : countUntil(counts, until) - countUntil(counts, after);
}

function countUntil(counts: BirthCounts, day: number): number {
  if (day <= FIRST_DAY) return 0;
  let sum = 0;
  for (let at = placeOf(day); at > 0; at -= at & -at) sum += counts[at] ?? 0;
  return sum;
}
