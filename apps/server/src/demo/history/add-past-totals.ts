import { sql } from "kysely";
import { listStatistics, type Statistic, saveStatistics } from "../../features/statistics/queries.ts";
import { trendDays } from "../../features/statistics/rules.ts";
import type { Db } from "../../platform/database/database.ts";

const NAMES = ["members", "verified", "premium"] as const;

/**
 * Adds for each day before today how many members there were, how many had the badge and how many had premium, derived
 * from the database. The product itself measures only the current day. Measured days stay unchanged.
 */
export async function addPastTotals(trx: Db, now: Date): Promise<void> {
  const days = trendDays(now).slice(0, -1);
  const [first = ""] = days;
  const knownFigures = new Set((await listStatistics(trx, first)).map(({ day, name }) => `${day} ${name}`));
  const statistics: Statistic[] = (await listTotals(trx, days)).flatMap(({ day, ...totals }) =>
    NAMES.map((name) => ({ day, name, value: totals[name] })),
  );
  await saveStatistics(
    trx,
    statistics.filter(({ day, name }) => !knownFigures.has(`${day} ${name}`)),
    now,
  );
}

type Totals = { day: string } & Record<(typeof NAMES)[number], number>;

/** Demo members buy premium once: one who had bought it by a day and still has time left had it on that day. */
async function listTotals(trx: Db, days: readonly string[]): Promise<Totals[]> {
  const { rows } = await sql<Totals>`
    with ending as (
      select day::text as day, (day + 1)::timestamp at time zone 'America/Sao_Paulo' as ends_at
      from unnest(${days}::date[]) as listed (day)
    )
    select day,
      (select count(*)::int from profile where role <> 'admin' and created_at < ends_at) as members,
      (select count(*)::int from profile
        where role <> 'admin' and is_verified and exists (
          select from audit_entry
          where subject_id = member_id and action = 'profile.verified' and at < ends_at)) as verified,
      (select count(*)::int from entitlement
        where premium_until > ends_at and exists (
          select from ledger_entry
          where ledger_entry.member_id = entitlement.member_id and premium_seconds > 0 and written_at < ends_at)
      ) as premium
    from ending`.execute(trx);
  return rows;
}

// The share of the members who were active, from Sunday to Saturday.
const SHARES = [0.34, 0.22, 0.24, 0.25, 0.27, 0.31, 0.36];
const JITTER = 0.04;

/** Returns the share of the demo members who were active on a day. It is the same at each call. */
export function activeShare(day: string): number {
  const number = Date.parse(day) / 86_400_000;
  const jitter = JITTER * Math.sin(number * 12.9898);
  return (SHARES[new Date(day).getUTCDay()] ?? 0) + jitter;
}

/** Invents how many demo members were active on the days before today, because only their last activity is stored. */
export async function addPastActivity(trx: Db, joinedOn: string[], now: Date): Promise<void> {
  const days = trendDays(now).slice(0, -1);
  const [first = ""] = days;
  const countedDays = new Set(
    (await listStatistics(trx, first)).filter(({ name }) => name === "activeMembers").map(({ day }) => day),
  );
  const missingDays = days.filter((day) => !countedDays.has(day));
  const counts = missingDays.map((day) => {
    const joinedCount = joinedOn.filter((joinedDay) => joinedDay <= day).length;
    return { day, name: "activeMembers" as const, value: Math.round(joinedCount * activeShare(day)) };
  });
  await saveStatistics(trx, counts, now);
}
