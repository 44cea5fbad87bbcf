import { ACCESS_LOG_MONTHS, INACTIVE_MONTHS, INACTIVE_WARNING_DAYS } from "@caramelo/contract/limits";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export function accessHour(at: Date): Date {
  return new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
}

/** A moment so many months earlier; the last day of a month stays in its month. */
function monthsBefore(now: Date, months: number): Date {
  const day = new Date(now);
  day.setUTCDate(1);
  day.setUTCMonth(day.getUTCMonth() - months);
  const days = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
  day.setUTCDate(Math.min(now.getUTCDate(), days));
  return day;
}

/** Accesses from before this moment are removed. */
export const oldestAccess = (now: Date): Date => accessHour(monthsBefore(now, ACCESS_LOG_MONTHS));

/** Members who have not come since this moment are warned. */
export const inactiveSince = (now: Date): Date => monthsBefore(now, INACTIVE_MONTHS);

/** Accounts that were warned before this moment, and whose members did not come, are deactivated. */
export const warnedBefore = (now: Date): Date => new Date(now.getTime() - INACTIVE_WARNING_DAYS * DAY_MS);

export const deactivationDay = (now: Date): Date => new Date(now.getTime() + INACTIVE_WARNING_DAYS * DAY_MS);
