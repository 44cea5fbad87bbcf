const DAY_MS = 86_400_000;
/** Stream events are kept for this many days; a browser that was away for longer loads its screens anew. */
const STREAM_EVENT_DAYS = 7;

export function oldestStreamEvent(now: Date): Date {
  return new Date(now.getTime() - STREAM_EVENT_DAYS * DAY_MS);
}

/** Whether changes after a cursor may be missing, as older events were removed. */
export function isCursorTooOld(after: number, prunedUpTo: number): boolean {
  return after < prunedUpTo;
}
