import { countWords } from "../formats/counts.ts";
import { KNOWN_DEVICE_DAYS } from "../limits.ts";

/** A span of the calendar. */
export type Period = { hours: number } | { days: number } | { months: number } | { years: number };

/**
 * How long what ends by itself is kept. The jobs that remove it, the inventory of what is kept and the privacy page all
 * read it from here. They are apart from the other limits, because those are loaded with every screen.
 */
export const periods = {
  accessLog: { months: 6 },
  /** The turns of mails to guests who have not confirmed what they sent. */
  acknowledgements: { days: 7 },
  approvedDocuments: { hours: 24 },
  backupRecords: { days: 400 },
  /** Answered requests about data: for so long the authority may ask whether they were answered. */
  dataRequests: { years: 5 },
  endedLinks: { days: 30 },
  endedSessions: { days: 30 },
  /** Evidence of reports and notices after the decision, words of reports, and a case of an erased member. */
  evidence: { days: 183 },
  /** The file of a member's own data, from when the member asked for it. */
  exports: { hours: 48 },
  /** For so long an erasure can be taken back. */
  erasureRegret: { days: 30 },
  failedJobs: { days: 7 },
  /** For so long a granted appeal can bring back a removed photo. */
  hiddenPhotos: { days: 30 },
  knownDevices: { days: KNOWN_DEVICE_DAYS },
  mails: { days: 30 },
  messageChanges: { days: 7 },
  notifications: { days: 90 },
  /** That a profile has changed: every process has an hour to read it, and a job comes every ten minutes. */
  profileChanges: { hours: 2 },
  purchases: { years: 5 },
  rejectedDocuments: { days: 30 },
  unconfirmedDataRequests: { days: 7 },
  unconfirmedSignUps: { days: 30 },
  visits: { months: 12 },
} as const satisfies Record<string, Period>;

export type PeriodName = keyof typeof periods;

/** "6 meses". */
export function periodText(period: Period): string {
  if ("hours" in period) return countWords(period.hours, "hora", "horas");
  if ("days" in period) return countWords(period.days, "dia", "dias");
  if ("months" in period) return countWords(period.months, "mês", "meses");
  return countWords(period.years, "ano", "anos");
}
