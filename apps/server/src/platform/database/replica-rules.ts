// Which replica may answer a read. A moment is a number of `performance.now()` of this process.

/** A position in the journal (WAL): the number of its timeline, and the bytes of it. */
export type Position = { timeline: number; bytes: number };
/** Where the primary's journal ended. All that was committed before `takenAt` lies before this position. */
export type Sample = Position & { takenAt: number };
/** How far a replica had replayed the journal at some moment between `takenAt`, when it was asked, and `answeredAt`. */
export type Report = Position & { takenAt: number; answeredAt: number };

/** An answer is never older than this. */
export const FRESH_MS = 2_000;

/**
 * Whether a replica has everything before a position of the primary. A failover begins a new timeline: a server that
 * has not followed it may have its own bytes beyond that position. A server on a later timeline has what survived of
 * the earlier ones.
 */
const covers = (replica: Position, { timeline, bytes }: Position): boolean =>
  replica.timeline >= timeline && replica.bytes >= bytes;

/** The latest moment whose commits a replica has for certain; undefined when it is older than all samples. */
export function freshAt(report: Report, samples: readonly Sample[]): number | undefined {
  const coveredSamples = samples.filter((sample) => covers(report, sample));
  return coveredSamples.length === 0 ? undefined : Math.max(...coveredSamples.map(({ takenAt }) => takenAt));
}

/**
 * What is known of a replica: its last report, whether it follows this primary (undefined while unknown), and the
 * latest moment that it has. All of it becomes invalid once a connection to the replica has failed.
 */
export type Known = { report: Report | undefined; isProven: boolean | undefined; freshAt: number | undefined };
export const UNKNOWN: Known = { report: undefined, isProven: undefined, freshAt: undefined };

/**
 * The state after another report. A primary sends only what it has flushed, so it has all of an earlier report when it
 * is asked later. Otherwise the replica follows a server with another history, such as the primary before a restore,
 * whose positions look alike.
 */
export function learn({ report: last, isProven: wasProven }: Known, report: Report, samples: readonly Sample[]): Known {
  const later = last ? samples.filter(({ takenAt }) => takenAt >= last.answeredAt) : [];
  const isProven = last && later.length > 0 ? later.every((sample) => covers(sample, last)) : wasProven;
  return { report, isProven, freshAt: isProven ? freshAt(report, samples) : undefined };
}

/** Whether a replica may now answer a reader whose last write was committed by `wroteAt`. */
export function mayAnswer(
  { report, freshAt: fresh }: Known,
  { now, wroteAt, freshMs = FRESH_MS }: { now: number; wroteAt: number | undefined; freshMs?: number },
): boolean {
  if (report === undefined || fresh === undefined) return false;
  // A silent replica may be gone, whatever it had.
  const isCurrent = now - fresh <= freshMs && now - report.takenAt <= freshMs;
  return isCurrent && (wroteAt === undefined || fresh > wroteAt);
}

/** How long samples are stored, to know the age of a replica that is behind. */
const SAMPLES_MS = 60_000;

export const keepSamples = (samples: readonly Sample[], now: number): Sample[] =>
  samples.filter(({ takenAt }) => now - takenAt <= SAMPLES_MS);
