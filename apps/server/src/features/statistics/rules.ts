import { dayInBrazil, startOfDayInBrazil } from "@caramelo/contract/formats/calendar";
import { TREND_DAYS } from "@caramelo/contract/limits";
import { DAILY_COUNTS, DAILY_TOTALS, TOTALS, type TotalName } from "@caramelo/contract/statistics/calls";

const DAY_MS = 86_400_000;
/** The pause between two counts, so that repeated presses of the button do not keep the database busy. */
const RECOUNT_EVERY_MS = 5_000;

type StoredStatistic = { day: string; name: string; value: number };
type Totals = { [name in TotalName]: number };
const DAILY_NAMES = [...DAILY_TOTALS, ...DAILY_COUNTS];
type DailyName = (typeof DAILY_NAMES)[number];
type TrendDay = { day: string } & { [name in DailyName]: number | null };

/** The calendar days of São Paulo that the charts show, the latest last. */
export function trendDays(now: Date): string[] {
  return Array.from({ length: TREND_DAYS }, (_, at) =>
    dayInBrazil(new Date(now.getTime() - (TREND_DAYS - 1 - at) * DAY_MS)),
  );
}

/** When the first day of the charts began. */
export function trendStart(now: Date): Date {
  return new Date(startOfDayInBrazil(now).getTime() - (TREND_DAYS - 1) * DAY_MS);
}

/**
 * The moment from which to count: the start of the last count's day, which was incomplete, or of the first day shown.
 */
export function countFrom(lastCountedAt: Date | undefined, now: Date): Date {
  const start = trendStart(now);
  if (!lastCountedAt) return start;
  return new Date(Math.max(start.getTime(), startOfDayInBrazil(lastCountedAt).getTime()));
}

export function isRecountDue(lastCountedAt: Date | undefined, now: Date): boolean {
  return lastCountedAt === undefined || now.getTime() - lastCountedAt.getTime() >= RECOUNT_EVERY_MS;
}

/** The totals of the latest day that has all of them; null when none has. */
export function totalsOf(rows: StoredStatistic[]): Totals | null {
  const days = [...new Set(rows.map(({ day }) => day))].sort().reverse();
  for (const day of days) {
    const dayRows = TOTALS.flatMap((name) => rows.filter((row) => row.day === day && row.name === name));
    // Complete: the day has a row for every total.
    if (dayRows.length === TOTALS.length)
      return Object.fromEntries(dayRows.map(({ name, value }) => [name, value])) as Totals;
  }
  return null;
}

/** Each day of the charts with its numbers; null if not counted, or about orders for staff who may not see orders. */
export function presentTrend(rows: StoredStatistic[], days: string[], maySeeOrders: boolean): TrendDay[] {
  const values = new Map(rows.map(({ day, name, value }) => [`${day} ${name}`, value]));
  const isOfOrders = (name: DailyName) => name.endsWith("Centavos") || name === "decidedWithdrawals";
  const isHidden = (name: DailyName) => !maySeeOrders && isOfOrders(name);
  return days.map((day) => {
    const counts = DAILY_NAMES.map((name) => [name, isHidden(name) ? null : (values.get(`${day} ${name}`) ?? null)]);
    // The entries have every name of DAILY_NAMES.
    return { day, ...Object.fromEntries(counts) } as TrendDay;
  });
}

/**
 * The total of messages: the total of the last count and the messages sent since; undefined if not yet counted today.
 */
export function nextMessages(
  before: { messages: number; sent: number } | undefined,
  sentCount: number,
): number | undefined {
  return before && before.messages + sentCount - before.sent;
}
