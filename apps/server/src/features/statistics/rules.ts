import { dayInBrazil, startOfDayInBrazil } from "@caramelo/contract/formats/calendar";
import { TREND_DAYS } from "@caramelo/contract/limits";
import { DAILY_COUNTS, type DailyCountName, TOTALS, type TotalName } from "@caramelo/contract/statistics/calls";

const DAY_MS = 86_400_000;
/** Somebody who presses the button again and again does not keep the database busy. */
const RECOUNT_EVERY_MS = 5_000;

type StoredStatistic = { day: string; name: string; value: number };
type Totals = { [name in TotalName]: number };
type TrendDay = { day: string } & { [name in DailyCountName]: number | null };

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

/** The beginning of the day of the last count, which was not over then; of all days when none was counted. */
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
    // One row for each name.
    if (dayRows.length === TOTALS.length)
      return Object.fromEntries(dayRows.map(({ name, value }) => [name, value])) as Totals;
  }
  return null;
}

/** Each day of the charts with its counts; null for what was not counted. What is of orders is only for who may see them. */
export function presentTrend(rows: StoredStatistic[], days: string[], maySeeOrders: boolean): TrendDay[] {
  const values = new Map(rows.map(({ day, name, value }) => [`${day} ${name}`, value]));
  const isOfOrders = (name: DailyCountName) => name.endsWith("Centavos") || name === "decidedWithdrawals";
  const isHidden = (name: DailyCountName) => !maySeeOrders && isOfOrders(name);
  return days.map((day) => {
    const counts = DAILY_COUNTS.map((name) => [name, isHidden(name) ? null : (values.get(`${day} ${name}`) ?? null)]);
    // Every name is there.
    return { day, ...Object.fromEntries(counts) } as TrendDay;
  });
}

/** The last count and what the days have had more of since; undefined without a count on the same day. */
export function nextMessages(
  before: { messages: number; sent: number } | undefined,
  sentCount: number,
): number | undefined {
  return before && before.messages + sentCount - before.sent;
}
