import { countWords } from "../formats/counts.ts";
import { KNOWN_DEVICE_DAYS } from "../limits.ts";

/** A span of the calendar. */
export type Period = { hours: number } | { days: number } | { months: number } | { years: number };

/**
 * Retention periods. Read by the jobs that delete, the inventory and the privacy page. Separate from the other limits,
 * because those load with every screen.
 */
export const periods = {
  accessLog: { months: 6 },
  /** Queued mails to guests who have not confirmed their submission. */
  acknowledgements: { days: 7 },
  approvedDocuments: { hours: 24 },
  backupRecords: { days: 400 },
  /** Answered data requests: how long the authority may ask about them. */
  dataRequests: { years: 5 },
  endedLinks: { days: 30 },
  endedSessions: { days: 30 },
  /** Evidence of reports and notices after the decision, texts of reports, and the case of an erased member. */
  evidence: { days: 183 },
  /** The export file, from the member's request on. */
  exports: { hours: 48 },
  /** How long an erasure can be cancelled. */
  erasureRegret: { days: 30 },
  failedJobs: { days: 7 },
  /** How long a granted appeal can restore a removed photo. */
  hiddenPhotos: { days: 30 },
  knownDevices: { days: KNOWN_DEVICE_DAYS },
  mails: { days: 30 },
  messageChanges: { days: 7 },
  notifications: { days: 90 },
  /** Records of profile changes: every process has an hour to read them, and the job runs every ten minutes. */
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
