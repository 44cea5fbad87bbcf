import { fieldTexts } from "@caramelo/contract/call/errors";
import { dayInBrazil, startOfDayInBrazil } from "@caramelo/contract/formats/calendar";
import { spanUnit } from "@caramelo/contract/formats/spans";
import { AUTHORITY_DAY_MIN, FIGURE_MIN } from "@caramelo/contract/limits";
import { periods } from "@caramelo/contract/personal-data/periods";
import { recordOf } from "@caramelo/contract/record-of";
import {
  type FIGURE_LOOKS,
  MEDIAN_HOURS,
  QUARTER_COUNTS,
  QUARTER_MEDIANS,
  type QuarterCount,
  type QuarterFigure,
  type QuarterMedian,
} from "@caramelo/contract/transparency/figures";

const DAY_MS = 86_400_000;
const MONTHS = 3;

/** A quarter of the calendar in São Paulo, such as the third of 2026. */
export type Quarter = { year: number; number: number };

/** The quarter to which a calendar day such as "2026-11-21" belongs. */
export function quarterOf(day: string): Quarter {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return { year, number: Math.ceil(month / MONTHS) };
}

/** The quarter that comes some quarters later, or earlier for a number below zero. */
export function addQuarters({ year, number }: Quarter, quarters: number): Quarter {
  const index = year * 4 + number - 1 + quarters;
  return { year: Math.floor(index / 4), number: (index % 4) + 1 };
}

/** The first day of a quarter, such as "2026-10-01". */
export const firstDayOf = ({ year, number }: Quarter): string =>
  `${year}-${String((number - 1) * MONTHS + 1).padStart(2, "0")}-01`;

/** The moment at which a quarter begins in São Paulo. */
export const startOf = (quarter: Quarter): Date =>
  startOfDayInBrazil(new Date(`${firstDayOf(quarter)}T12:00:00-03:00`));

/** The moments from the first to before the second belong to a quarter. */
export const periodOf = (quarter: Quarter) => ({ from: startOf(quarter), until: startOf(addQuarters(quarter, 1)) });

/**
 * The ended quarters that may be counted now, the earliest first: since the first member joined, and only while nothing
 * of them can have been removed yet. Notices go first, `periods.evidence` after their decision.
 */
export function listCountable(joinedAt: Date, now: Date): Quarter[] {
  const runningStart = startOf(quarterOf(dayInBrazil(now)));
  const removedBefore = now.getTime() - periods.evidence.days * DAY_MS;
  const quarters: Quarter[] = [];
  for (
    let quarter = quarterOf(dayInBrazil(joinedAt));
    startOf(quarter) < runningStart;
    quarter = addQuarters(quarter, 1)
  )
    if (startOf(quarter).getTime() >= removedBefore) quarters.push(quarter);
  return quarters;
}

export type StoredFigure = { startsOn: string; name: QuarterFigure; value: number };
type Values = ReadonlyMap<string, number>;
type Figure = { look: (typeof FIGURE_LOOKS)[number]; value: number | null };

/**
 * Totals and their parts. Undecided cases also belong to a total, but they are few, so a total published with its other
 * parts would reveal a small one.
 */
const PARTS: Partial<Record<QuarterCount, readonly QuarterCount[]>> = {
  appeals: ["appealsGranted", "appealsRefused"],
  notices: ["noticesAccepted", "noticesRefused"],
  authorityRequests: ["authorityGranted", "authorityPartlyGranted", "authorityRefused"],
};

/** A count as published. */
export function judgeCount(name: QuarterCount, values: Values): Figure {
  const value = values.get(name);
  if (value === undefined) return { look: "uncounted", value: null };
  if (value < FIGURE_MIN) return { look: "few", value: null };
  const isPartSmall = (PARTS[name] ?? []).some((part) => (values.get(part) ?? 0) < FIGURE_MIN);
  return isPartSmall ? { look: "withheld", value: null } : { look: "exact", value };
}

const DECISIONS = { reportSeconds: "reportDecisions", verificationSeconds: "verificationDecisions" } as const;

/** Exact seconds may be those of one decision, so a median is published in whole units, as the page shows it. */
const roundMedian = (seconds: number) => seconds - (seconds % (spanUnit(seconds * 1_000, MEDIAN_HOURS) / 1_000));

/** A median as published: that of a few decisions would reveal how long a certain person waited. */
export function judgeMedian(name: QuarterMedian, values: Values): Figure {
  const decisions = values.get(DECISIONS[name]);
  if (decisions === undefined) return { look: "uncounted", value: null };
  if (decisions < FIGURE_MIN) return { look: "few", value: null };
  const seconds = values.get(name);
  return { look: "exact", value: seconds === undefined ? null : roundMedian(seconds) };
}

/** The stored numbers by quarter, the latest first, as published. */
export function presentQuarters(figures: readonly StoredFigure[]) {
  const days = [...new Set(figures.map(({ startsOn }) => startsOn))].sort().reverse();
  return days.map((day) => {
    const values = new Map<string, number>(
      figures.filter(({ startsOn }) => startsOn === day).map(({ name, value }) => [name, value]),
    );
    return {
      ...quarterOf(day),
      counts: recordOf(QUARTER_COUNTS, (name) => judgeCount(name, values)),
      medians: recordOf(QUARTER_MEDIANS, (name) => judgeMedian(name, values)),
    };
  });
}

/** The error text for the day on which a request of an authority arrived; undefined when the day is possible. */
export const receivedDayError = (receivedOn: string, today: string): string | undefined =>
  receivedOn < AUTHORITY_DAY_MIN || receivedOn > today ? fieldTexts.authorityDayImpossible : undefined;
