/**
 * What an honest person met: `quiet` without and `beside` with the attack, in the same unit. `isHeld` says whether it kept its
 * bound, which `bound` puts into words.
 */
export type Figure = { name: string; quiet: string; beside: string; bound: string; isHeld: boolean };

/** An honest figure may grow to so many times its quiet one, but where an attack says otherwise. */
const RATIO_MAX = 3;

/** Half of the values are not above it. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Times in milliseconds, quiet and beside the attack, whose medians are compared. */
export function compareTimes(name: string, quiet: number[], beside: number[], ratioMax = RATIO_MAX): Figure {
  const [quietMs, besideMs] = [median(quiet), median(beside)];
  return {
    name,
    quiet: `${quietMs.toFixed(1)} ms`,
    beside: `${besideMs.toFixed(1)} ms (${(besideMs / quietMs).toFixed(1)} ×)`,
    bound: `≤ ${ratioMax} ×`,
    isHeld: besideMs <= quietMs * ratioMax,
  };
}

/** A count that must be as it would be without the attack, or at least `least`. */
export function compareCounts(name: string, quiet: number, beside: number, least: number): Figure {
  return { name, quiet: String(quiet), beside: String(beside), bound: `≥ ${least}`, isHeld: beside >= least };
}

/** What must not happen more often than so many times. */
export function countAtMost(name: string, beside: number, most: number): Figure {
  return { name, quiet: "0", beside: String(beside), bound: `≤ ${most}`, isHeld: beside <= most };
}

/** Something that must be done within so long. */
export function within(name: string, quietMs: number, besideMs: number, mostMs: number): Figure {
  return {
    name,
    quiet: `${quietMs.toFixed(0)} ms`,
    beside: `${besideMs.toFixed(0)} ms (${(besideMs / quietMs).toFixed(1)} ×)`,
    bound: `≤ ${mostMs} ms`,
    isHeld: besideMs <= mostMs,
  };
}

/** A table of figures, a line each. */
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
