import { periods } from "@caramelo/contract/personal-data/periods";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How often the job tries to make one export. */
const TRIES = 5;

/** Exports requested at this moment or before have ended. */
export const endOfExports = (now: Date): Date => new Date(now.getTime() - periods.exports.hours * HOUR_MS);

/** A member who requested an export at this moment or before may request the next one. */
export const dayBefore = (now: Date): Date => new Date(now.getTime() - DAY_MS);

export const expiryOf = (requestedAt: Date): Date => new Date(requestedAt.getTime() + periods.exports.hours * HOUR_MS);

type Requested = { state: "waiting" | "ready" | "failed"; requestedAt: Date };

/** When the member may request the next export; null: now. A failed one does not count. */
export function nextRequestAt(latest: Requested | undefined, now: Date): Date | null {
  if (!latest || latest.state === "failed" || latest.requestedAt <= dayBefore(now)) return null;
  return new Date(latest.requestedAt.getTime() + DAY_MS);
}

/** Whether an attempt is the last one. An attempt after it can only follow one that ended its process. */
export const isLastTry = (attempt: number): boolean => attempt >= TRIES;
export const isBeyondTries = (attempt: number): boolean => attempt > TRIES;
