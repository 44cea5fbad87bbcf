import { int32At } from "./arrays.ts";

/** How many members were born on each day. A Fenwick tree counts those of a range in a few steps. */
export type DayCounts = Int32Array<ArrayBuffer>;

/** Days of birth count from 1970. They begin in 1870 and end in 2053. */
export const FIRST_DAY = -36_524;
export const DAYS = 67_000;

export const makeDayCounts = (): DayCounts => new Int32Array(DAYS + 1);

export function addDay(counts: DayCounts, day: number, by: 1 | -1): void {
  for (let at = day - FIRST_DAY + 1; at <= DAYS; at += at & -at) counts[at] = int32At(counts, at) + by;
}

/** Returns how many members were born after `after` and not after `until`. */
export function countDays(counts: DayCounts, after: number, until: number): number {
  return after >= until ? 0 : countUntil(counts, until) - countUntil(counts, after);
}

function countUntil(counts: DayCounts, day: number): number {
  let sum = 0;
  for (let at = Math.min(DAYS, day - FIRST_DAY + 1); at > 0; at -= at & -at) sum += int32At(counts, at);
  return sum;
}
