import { VISIT_EVERY_HOURS } from "@caramelo/contract/limits";
import { periods } from "@caramelo/contract/personal-data/periods";

const HOUR_MS = 3_600_000;

/** A new visit counts if the same visitor's last one was at this moment or earlier. */
export function lastVisitBefore(now: Date): Date {
  return new Date(now.getTime() - VISIT_EVERY_HOURS * HOUR_MS);
}

/** Visits before this moment are no longer shown, and a job removes them. */
export function oldestVisit(now: Date): Date {
  const day = new Date(now);
  day.setUTCMonth(day.getUTCMonth() - periods.visits.months);
  return day;
}
