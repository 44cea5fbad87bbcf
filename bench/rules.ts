/** What one turn of a side measured: figures by their names, which say their units. */
export type Sample = Record<string, number>;

/** What a figure must be, and what it is meant to be one day. */
export type Bound = ({ atLeast: number } | { atMost: number }) & { aim: number };
export const least = (atLeast: number, aim: number): Bound => ({ atLeast, aim });
export const most = (atMost: number, aim: number): Bound => ({ atMost, aim });

/** The bound of a figure of a side; with `to` of its ratio to the same figure of another. */
export type Goal = { figure: string; of: string; to?: string; bound: Bound; isWorst?: true };
export const goal = (figure: string, of: string, bound: Bound): Goal => ({ figure, of, bound });
export const ratio = (figure: string, of: string, to: string, bound: Bound): Goal => ({ figure, of, to, bound });

/** A goal with what was measured. */
export type Result = { goal: Goal; value: number };

/** The smallest value that at least `share` of all values do not exceed (nearest rank). NaN without values. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** The middle value; between the two middle ones when there is none. NaN without values, and when one of them could not be measured. */
export function median(values: number[]): number {
  if (values.some(Number.isNaN)) return Number.NaN;
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[sorted.length >> 1] ?? Number.NaN;
  const lower = sorted[(sorted.length - 1) >> 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

/**
 * The median of `ours` divided by `theirs`, pair by pair. Both of a pair were measured one after the other, so that what
 * slows the machine for a while slows both and cancels out.
 */
export function medianRatio(ours: number[], theirs: number[]): number {
  if (ours.length !== theirs.length) throw new Error("a ratio needs as many values on both sides");
  return median(ours.map((value, index) => value / (theirs[index] ?? Number.NaN)));
}

/** Of fewer answers the slowest hundredth is an accident of a few. */
export const ANSWERS_FOR_P99 = 2_000;

/** The figures of a round of load: how many answers came in how many seconds, and how long each took in milliseconds. */
export function sumUp(latencies: number[], seconds: number) {
  return {
    "a second": latencies.length / seconds,
    "p50 ms": percentile(latencies, 0.5),
    "p95 ms": percentile(latencies, 0.95),
    "p99 ms": latencies.length < ANSWERS_FOR_P99 ? Number.NaN : percentile(latencies, 0.99),
    answers: latencies.length,
  };
}

/** All samples of each side, in the order in which they were taken. */
export type Samples = Map<string, Sample[]>;

/** The middle value of a goal, or with `isWorst` the greatest; NaN where it could not be measured. */
export function measuredValue({ figure, of, to, isWorst }: Goal, samples: Samples): number {
  const valuesOf = (side: string) => (samples.get(side) ?? []).map((sample) => sample[figure] ?? Number.NaN);
  if (to !== undefined) return medianRatio(valuesOf(of), valuesOf(to));
  return isWorst ? Math.max(...valuesOf(of)) : median(valuesOf(of));
}

const reaches = (value: number, bound: Bound, limit: number) => ("atLeast" in bound ? value >= limit : value <= limit);

/** A figure that could not be measured misses its target. */
export const isMet = ({ goal: { bound }, value }: Result): boolean =>
  reaches(value, bound, "atLeast" in bound ? bound.atLeast : bound.atMost);

export const isAimMet = ({ goal: { bound }, value }: Result): boolean => reaches(value, bound, bound.aim);
