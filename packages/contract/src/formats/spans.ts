import { countWords, formatCount } from "./counts.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** "29:05" until an instant; "0:00" after it. */
export function countdownText(until: string, now: number): string {
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - now) / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The unit of `spanText` in milliseconds: a minute, an hour, or from `hoursInHours` hours on a day. */
export function spanUnit(ms: number, hoursInHours: 24 | 48): number {
  if (ms < HOUR_MS) return MINUTE_MS;
  return ms < hoursInHours * HOUR_MS ? HOUR_MS : DAY_MS;
}

/** "5 min", "23 h", "4 dias"; days from `hoursInHours` hours on. */
export function spanText(ms: number, hoursInHours: 24 | 48): string {
  const unit = spanUnit(ms, hoursInHours);
  const count = Math.floor(ms / unit);
  return unit === DAY_MS ? countWords(count, "dia", "dias") : `${count} ${unit === HOUR_MS ? "h" : "min"}`;
}

/** "23 h 30 min"; below an hour "30 min". */
export function exactSpanText(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** "há 6 h": the time since then. */
export function ageText(since: string, now: number): string {
  const elapsedMs = now - Date.parse(since);
  return elapsedMs < MINUTE_MS ? "há instantes" : `há ${spanText(elapsedMs, 24)}`;
}

const UNITS = [
  { size: 86_400, one: "dia", many: "dias" },
  { size: 3_600, one: "hora", many: "horas" },
  { size: 60, one: "minuto", many: "minutos" },
];

function spanIn(seconds: number, isFit: (size: number) => boolean): string {
  const { size, one, many } = UNITS.find((unit) => isFit(unit.size)) ?? { size: 1, one: "segundo", many: "segundos" };
  return countWords(Math.floor(seconds / size), one, many);
}

/** "6 horas": in the largest unit that fits at least once. */
export const longSpanText = (seconds: number): string => spanIn(seconds, (size) => size <= seconds);

/** "90 segundos": in the largest unit without a remainder. */
export const evenSpanText = (seconds: number): string => spanIn(seconds, (size) => seconds % size === 0);

/** "10 em 15 minutos" */
export const rateText = ({ points, seconds }: { points: number; seconds: number }): string =>
  `${formatCount(points)} em ${evenSpanText(seconds)}`;
