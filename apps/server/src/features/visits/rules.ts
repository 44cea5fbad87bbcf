import { VISIT_EVERY_HOURS } from "@caramelo/contract/limits";

const HOUR_MS = 3_600_000;
const MONTHS_KEPT = 12;

/** A visit up to this moment does not keep the next one from counting. */
export function lastVisitBefore(now: Date): Date {
  return new Date(now.getTime() - VISIT_EVERY_HOURS * HOUR_MS);
}

/** Visits before this moment are no longer shown, and are removed. */
export function oldestVisit(now: Date): Date {
  const day = new Date(now);
  day.setUTCMonth(day.getUTCMonth() - MONTHS_KEPT);
  return day;
}
