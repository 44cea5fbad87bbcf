import { periods } from "@caramelo/contract/personal-data/periods";

const DAY_MS = 86_400_000;

/** A browser that was away since before this moment loads its screens anew. */
export function oldestStreamEvent(now: Date): Date {
  return new Date(now.getTime() - periods.messageChanges.days * DAY_MS);
}

/** Whether changes after a cursor may be missing, as older events were removed. */
export function isCursorTooOld(after: number, prunedUpTo: number): boolean {
  return after < prunedUpTo;
}
