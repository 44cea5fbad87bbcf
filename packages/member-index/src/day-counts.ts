import { int32At } from "./arrays.ts";

/** How many members were born on each day, so that those of a range are counted in a few steps (a Fenwick tree). */
export type DayCounts = Int32Array<ArrayBuffer>;

/** Days of birth are days since 1970: from 1870 on, and before 2053. */
export const FIRST_DAY = -36_524;
export const DAYS = 67_000;

export const makeDayCounts = (): DayCounts => new Int32Array(DAYS + 1);

export function addDay(counts: DayCounts, day: number, by: 1 | -1): void {
  for (let at = day - FIRST_DAY + 1; at <= DAYS; at += at & -at) counts[at] = int32At(counts, at) + by;
}

/** How many were born after `after` and not after `until`. */
export function countDays(counts: DayCounts, after: number, until: number): number {
  return after >= until ? 0 : countUntil(counts, until) - countUntil(counts, after);
}

function countUntil(counts: DayCounts, day: number): number {
  let sum = 0;
  for (let at = Math.min(DAYS, day - FIRST_DAY + 1); at > 0; at -= at & -at) sum += int32At(counts, at);
  return sum;
}
