import { INACTIVE_MONTHS, INACTIVE_WARNING_DAYS } from "@caramelo/contract/limits";
import { periods } from "@caramelo/contract/personal-data/periods";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export function accessHour(at: Date): Date {
  return new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
}

/** The moment `months` months earlier. A day that the earlier month does not have becomes its last day. */
function monthsBefore(now: Date, months: number): Date {
  const day = new Date(now);
  day.setUTCDate(1);
  day.setUTCMonth(day.getUTCMonth() - months);
  const days = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
  day.setUTCDate(Math.min(now.getUTCDate(), days));
  return day;
}

/** Entries of the access log from before this moment are removed. */
export const oldestAccess = (now: Date): Date => accessHour(monthsBefore(now, periods.accessLog.months));

/** Members who have not come since this moment are warned. */
export const inactiveSince = (now: Date): Date => monthsBefore(now, INACTIVE_MONTHS);

/** Accounts that were warned before this moment, and whose members did not come, are deactivated. */
export const warnedBefore = (now: Date): Date => new Date(now.getTime() - INACTIVE_WARNING_DAYS * DAY_MS);

export const deactivationDay = (now: Date): Date => new Date(now.getTime() + INACTIVE_WARNING_DAYS * DAY_MS);

/** Sign-ups from before this moment are removed unless they are confirmed by now. */
export const unconfirmedSince = (now: Date): Date => new Date(now.getTime() - periods.unconfirmedSignUps.days * DAY_MS);
