/** The figures that one turn of a side measured, by name. A name says its unit. */
export type Sample = Record<string, number>;

/** The bound of a figure, and the value that is aimed for later. */
export type Bound = ({ atLeast: number } | { atMost: number }) & { aim: number };
export const least = (atLeast: number, aim: number): Bound => ({ atLeast, aim });
export const most = (atMost: number, aim: number): Bound => ({ atMost, aim });

/** The bound of a figure of a side; with `to`, of its ratio to the same figure of another side. */
export type Goal = {
  figure: string;
  of: string[];
  /** A noun for several sides, of which the worst counts. */
  among?: string;
  to?: string;
  bound: Bound;
  /** The worst turn counts. */
  isWorst?: true;
};
export const goal = (figure: string, of: string, bound: Bound): Goal => ({ figure, of: [of], bound });
export const worst = (figure: string, among: string, of: string[], bound: Bound): Goal => ({
  figure,
  of,
  among,
  bound,
});
export const ratio = (figure: string, of: string, to: string, bound: Bound): Goal => ({ figure, of: [of], to, bound });

/** A goal with the measured value, and the side that it is of. */
export type Result = { goal: Goal; side: string; value: number };

/** The smallest value that at least `share` of all values do not exceed (nearest rank). NaN without values. */
export function percentile(values: number[], share: number): number {
  const sortedValues = values.toSorted((a, b) => a - b);
  return sortedValues[Math.max(0, Math.ceil(sortedValues.length * share) - 1)] ?? Number.NaN;
}

/**
 * The median; the mean of the two middle values when their number is even. NaN without values, and when one of them
 * could not be measured.
 */
export function median(values: number[]): number {
  if (values.some(Number.isNaN)) return Number.NaN;
  const sortedValues = values.toSorted((a, b) => a - b);
  const upper = sortedValues[sortedValues.length >> 1] ?? Number.NaN;
  const lower = sortedValues[(sortedValues.length - 1) >> 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

/**
 * The median of `ours` divided by `theirs`, pair by pair. The two of a pair were measured one after the other, so that
 * a slow phase of the machine affects both and cancels out.
 */
export function medianRatio(ours: number[], theirs: number[]): number {
  if (ours.length !== theirs.length) throw new Error("a ratio needs as many values on both sides");
  return median(ours.map((value, index) => value / (theirs[index] ?? Number.NaN)));
}

/**
 * By how many per cent of their median a row of values grows from its first to its last, along the line of least
 * squares, which no single value decides. NaN with fewer than two values.
 */
export function growthOf(values: number[]): number {
  const last = values.length - 1;
  if (last < 1) return Number.NaN;
  const [middleAt, mean] = [last / 2, values.reduce((sum, value) => sum + value, 0) / values.length];
  const slope =
    values.reduce((sum, value, at) => sum + (at - middleAt) * (value - mean), 0) /
    values.reduce((sum, _, at) => sum + (at - middleAt) ** 2, 0);
  return (slope * last * 100) / median(values);
}

/** With fewer answers than this, the slowest hundredth is decided by a few accidents. */
export const ANSWERS_FOR_P99 = 1_000;

/** The figures of a round of load: how many answers came in `seconds` seconds, and the milliseconds that each took. */
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

/** The median of a goal's figure, or with `isWorst` the greatest value; NaN where it could not be measured. */
function measuredValue({ figure, to, isWorst }: Goal, of: string, samples: Samples): number {
  const valuesOf = (side: string) => (samples.get(side) ?? []).map((sample) => sample[figure] ?? Number.NaN);
  if (to !== undefined) return medianRatio(valuesOf(of), valuesOf(to));
  return isWorst ? Math.max(...valuesOf(of)) : median(valuesOf(of));
}

/** The value of a goal at the side that is farthest from it; a side that could not be measured is farther than all. */
export function measuredResult(goal: Goal, samples: Samples): Result {
  const isWorse = (value: number, than: number) =>
    Number.isNaN(value) || ("atLeast" in goal.bound ? value < than : value > than);
  const [first, ...others] = goal.of.map((side) => ({ goal, side, value: measuredValue(goal, side, samples) }));
  if (!first) throw new Error(`a goal without a side: ${goal.figure}`);
  return others.reduce((worst, result) => (isWorse(result.value, worst.value) ? result : worst), first);
}

const reaches = (value: number, bound: Bound, limit: number) => ("atLeast" in bound ? value >= limit : value <= limit);

/** A figure that could not be measured misses its target. */
export const isMet = (value: number, bound: Bound): boolean =>
  reaches(value, bound, "atLeast" in bound ? bound.atLeast : bound.atMost);

export const isAimMet = (value: number, bound: Bound): boolean => reaches(value, bound, bound.aim);
