/**
 * The result of one round of load: how many answers, in how many seconds, and how long each took in milliseconds;
 * `processorMs` is what the server's own process used for them.
 */
export type Round = { answers: number; seconds: number; latencies: number[]; processorMs?: number };

/** A measured figure with what it must be, `atLeast` or `atMost`, and what it is meant to be one day. */
export type Target = { name: string; value: number; unit?: string; aim?: number } & (
  | { atLeast: number }
  | { atMost: number }
);

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

export const perSecond = ({ answers, seconds }: Round): number => answers / seconds;

/** Of fewer answers the slowest hundredth is an accident of a few. */
export const ANSWERS_FOR_P99 = 2_000;

/** The middle rate of several rounds, and percentiles over all their answers, in milliseconds; NaN for too few. */
export function sumUp(rounds: Round[]) {
  const latencies = rounds.flatMap((round) => round.latencies);
  return {
    perSecond: median(rounds.map(perSecond)),
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
    p99: latencies.length < ANSWERS_FOR_P99 ? Number.NaN : percentile(latencies, 0.99),
    answers: latencies.length,
    /** Of the server's own process, for one answer; NaN where it was not measured. */
    processorMs: median(rounds.map((round) => (round.processorMs ?? Number.NaN) / round.answers)),
  };
}

/** A figure that could not be measured misses its target. */
export function isMet(target: Target): boolean {
  return "atLeast" in target ? target.value >= target.atLeast : target.value <= target.atMost;
}

export function isAimMet({ aim, value, ...target }: Target): boolean {
  if (aim === undefined) return false;
  return "atLeast" in target ? value >= aim : value <= aim;
}
