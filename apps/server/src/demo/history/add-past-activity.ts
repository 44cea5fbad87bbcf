import { listStatistics, saveStatistics } from "../../features/statistics/queries.ts";
import { trendDays } from "../../features/statistics/rules.ts";
import type { Db } from "../../platform/database/database.ts";

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
  const missing = days.filter((day) => !countedDays.has(day));
  const counts = missing.map((day) => {
    const joined = joinedOn.filter((joinedDay) => joinedDay <= day).length;
    return { day, name: "activeMembers" as const, value: Math.round(joined * activeShare(day)) };
  });
  await saveStatistics(trx, counts, now);
}
