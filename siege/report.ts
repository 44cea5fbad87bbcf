/**
 * What an honest person met: `quiet` without and `beside` with the attack, in the same unit. `isHeld`: whether `beside`
 * is within the bound that `bound` names.
 */
export type Figure = { name: string; quiet: string; beside: string; bound: string; isHeld: boolean };

/** A time with the attack may be this many times as long as without it, unless an attack sets another bound. */
const RATIO_MAX = 3;

/** The upper median when the number of values is even. NaN without values. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The slowest time. NaN without values, which keeps within no bound. */
export function slowest(values: number[]): number {
  return values.length === 0 ? Number.NaN : Math.max(...values);
}

/** Compares the medians of times in milliseconds. */
export function compareTimes(name: string, quiet: number[], besideTimes: number[], ratioMax = RATIO_MAX): Figure {
  const [quietMs, besideMs] = [median(quiet), median(besideTimes)];
  return {
    name,
    quiet: `${quietMs.toFixed(1)} ms`,
    beside: `${besideMs.toFixed(1)} ms (${(besideMs / quietMs).toFixed(1)} ×)`,
    bound: `≤ ${ratioMax} ×`,
    isHeld: besideMs <= quietMs * ratioMax,
  };
}

/** Requires that a count with the attack is at least `least`. */
export function compareCounts(name: string, quiet: number, besideCount: number, least: number): Figure {
  return { name, quiet: String(quiet), beside: String(besideCount), bound: `≥ ${least}`, isHeld: besideCount >= least };
}

/** Requires that something, which never happens without the attack, happens at most `most` times with it. */
export function countAtMost(name: string, besideCount: number, most: number): Figure {
  return { name, quiet: "0", beside: String(besideCount), bound: `≤ ${most}`, isHeld: besideCount <= most };
}

/** Requires that something takes at most `mostMs` with the attack. */
export function within(name: string, quietMs: number, besideMs: number, mostMs: number): Figure {
  return {
    name,
    quiet: `${quietMs.toFixed(0)} ms`,
    beside: `${besideMs.toFixed(0)} ms (${(besideMs / quietMs).toFixed(1)} ×)`,
    bound: `≤ ${mostMs} ms`,
    isHeld: besideMs <= mostMs,
  };
}

export function formatFigures(figures: Figure[]): string {
  const rows = figures.map(({ name, quiet, beside, bound, isHeld }) => [
    isHeld ? "held" : "BROKEN",
    name,
    quiet,
    beside,
    bound,
  ]);
  const table = [["", "what an honest person meets", "quiet", "beside the attack", "bound"], ...rows];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  return table.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`).join("\n");
}
