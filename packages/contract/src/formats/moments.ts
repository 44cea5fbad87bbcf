import { onFirstUse } from "./on-first-use.ts";

// Days and moments as text, in São Paulo, regardless of the machine's time zone.
type Moment = string | number | Date;

// A day without a time is parsed as noon UTC, which is the same day in São Paulo.
const dateOf = (at: Moment): Date => new Date(typeof at === "string" && at.length === 10 ? `${at}T12:00Z` : at);

function formatOf(options: Intl.DateTimeFormatOptions): (at: Moment) => string {
  const format = onFirstUse(() => new Intl.DateTimeFormat("pt-BR", { ...options, timeZone: "America/Sao_Paulo" }));
  return (at) => format().format(dateOf(at));
}

/** "22/11/2026". */
export const dayText = formatOf({ dateStyle: "short" });
/** "22/11". */
export const shortDayText = formatOf({ day: "2-digit", month: "2-digit" });
/** "22 de novembro". */
export const dayOfYearText = formatOf({ day: "numeric", month: "long" });
/** "22 de novembro de 2026". */
export const longDayText = formatOf({ dateStyle: "long" });
/** "14:05". */
export const clockText = formatOf({ timeStyle: "short" });
/** "22/11/2026, 14:05". */
export const momentText = formatOf({ dateStyle: "short", timeStyle: "short" });
/** "22/11/2026, 14:05:09". */
export const exactMomentText = formatOf({ dateStyle: "short", timeStyle: "medium" });
/** "22 de novembro de 2026 às 14:05". */
export const longMomentText = formatOf({ dateStyle: "long", timeStyle: "short" });
/** "22/11/2026 14:05:09", the format of spreadsheets. */
export const writeMoment = (at: Moment): string => exactMomentText(at).replace(",", "");
