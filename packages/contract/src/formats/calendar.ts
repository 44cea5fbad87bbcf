import { onFirstUse } from "./on-first-use.ts";

const DAY_SECONDS = 86_400;
// The Swedish format, such as "2026-11-21 14:05:09", is easy to parse.
const brazilFormat = onFirstUse(
  () => new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone: "America/Sao_Paulo" }),
);

// Formatting a date takes longer than the rest of a list row, so the day of each hour is cached. The offsets of São
// Paulo are whole hours, so a whole hour belongs to one day.
const HOUR_MS = 3_600_000;
const HOURS_KEPT = 10_000;
const dayOfHour = new Map<number, string>();

/** The calendar day of a moment in São Paulo, such as "2026-11-21". */
export function dayInBrazil(moment: Date): string {
  const hour = Math.floor(moment.getTime() / HOUR_MS);
  const knownDay = dayOfHour.get(hour);
  if (knownDay !== undefined) return knownDay;
  const day = brazilFormat().format(moment).slice(0, 10);
  // Before 1914 the offset was not a whole hour, so days before 1970 are not cached.
  if (hour < 0) return day;
  if (dayOfHour.size >= HOURS_KEPT) dayOfHour.clear();
  dayOfHour.set(hour, day);
  return day;
}

/** The number of days from one calendar day, such as "2026-11-21", to another. */
export const daysBetween = (first: string, last: string): number =>
  (Date.parse(last) - Date.parse(first)) / (DAY_SECONDS * 1_000);

/**
 * Returns the seconds until the next calendar day in São Paulo. Brazil has had no summer time since 2019, so every day
 * has 24 hours.
 */
export function secondsToNextDay(moment: Date): number {
  return DAY_SECONDS - secondsOfDay(moment);
}

/** The hour of the day in São Paulo, 0 to 23. */
export const hourInBrazil = (moment: Date): number => Math.floor(secondsOfDay(moment) / 3_600);

function secondsOfDay(moment: Date): number {
  const [hours = 0, minutes = 0, seconds = 0] = brazilFormat().format(moment).slice(11).split(":").map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}

/** Returns the same time of day some months later in São Paulo; in a shorter month, on its last day. */
export function addMonthsInBrazil(moment: Date, months: number): Date {
  const [year = 0, month = 0, day = 0] = dayInBrazil(moment).split("-").map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const days = Date.UTC(year, month - 1 + months, Math.min(day, lastDay)) - Date.UTC(year, month - 1, day);
  return new Date(moment.getTime() + days);
}

// Most calls are about today, and formatting a date is slow, so the latest result is cached.
let knownStart = Number.NaN;

/** The start of a moment's calendar day in São Paulo. */
export function startOfDayInBrazil(moment: Date): Date {
  const time = moment.getTime();
  const isKnown = time >= knownStart && time < knownStart + DAY_SECONDS * 1_000;
  if (!isKnown) knownStart = time - secondsOfDay(moment) * 1_000 - moment.getMilliseconds();
  return new Date(knownStart);
}
