// Which replica may answer a read. A moment is a number of `performance.now()` of this process.

/** A position in the journal (WAL): the number of its timeline, and the bytes of it. */
export type Position = { timeline: number; bytes: number };
/** Where the primary's journal ended. All that was committed before `takenAt` lies before this position. */
export type Sample = Position & { takenAt: number };
/** How far a replica had replayed the journal when it was asked at `takenAt`. */
export type Report = Position & { takenAt: number };

/** An answer is never older than this. */
export const FRESH_MS = 2_000;

/**
 * Whether a replica has all that lies before a position of the primary. A failover begins a new timeline: a server that
 * has not followed it may have bytes of its own beyond that position. Whoever has followed a later timeline has what
 * survived of the earlier ones.
 */
export const covers = (replica: Position, { timeline, bytes }: Position): boolean =>
  replica.timeline >= timeline && replica.bytes >= bytes;

/** The latest moment whose commits a replica has for certain; undefined when it is older than all samples. */
export function freshAt(report: Report, samples: readonly Sample[]): number | undefined {
  const coveredSamples = samples.filter((sample) => covers(report, sample));
  return coveredSamples.length === 0 ? undefined : Math.max(...coveredSamples.map(({ takenAt }) => takenAt));
}

/** What is known of a replica: its last report, unless it has failed since, and the latest moment that it has. */
export type Known = { report: Report | undefined; freshAt: number | undefined };

/** Whether a replica may answer now a reader whose last write was committed by `wroteAt`. */
export function mayAnswer(
  { report, freshAt: fresh }: Known,
  { now, wroteAt }: { now: number; wroteAt: number | undefined },
): boolean {
  if (report === undefined || fresh === undefined) return false;
  // A replica that has been silent may be gone, whatever it had.
  const isCurrent = now - fresh <= FRESH_MS && now - report.takenAt <= FRESH_MS;
  return isCurrent && (wroteAt === undefined || fresh > wroteAt);
}

/** How long samples are kept, so that the age of a replica that is behind is known. */
const SAMPLES_MS = 60_000;

export const keepSamples = (samples: readonly Sample[], now: number): Sample[] =>
  samples.filter(({ takenAt }) => now - takenAt <= SAMPLES_MS);
