import { dayInBrazil, startOfDayInBrazil } from "@caramelo/contract/formats/calendar";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { replicaRead } from "../../platform/database/replica-reads.ts";
import { sumRevenue } from "../billing/staff-queries.ts";
import { countMessages, countSentMessages } from "./message-queries.ts";
import {
  type CountedStatistics,
  countDecidedWithdrawals,
  countMembers,
  countPremium,
  countPresentSince,
  countReports,
  countSignUps,
  findLastCount,
  listStatistics,
  type Statistic,
  saveUnlessCounted,
} from "./queries.ts";
import { countFrom, nextMessages, trendDays, trendStart } from "./rules.ts";

/** `isWhole`: counts all days again, without rows of accounts that were erased since. */
type CountRequest = { isWhole: boolean; now: Date };

/** Counts and stores the statistics; includes the latest changes of the staff member who requested it. */
export async function countStatistics(
  { db, clock }: Pick<Context, "db" | "clock">,
  { isWhole, staffId }: { isWhole: boolean; staffId?: string },
): Promise<void> {
  const request = { isWhole, now: clock.now() };
  if (await saveUnlessCounted(db, await countEverything(db, staffId, request), request.now)) return;
  // Another count has stored its numbers, which a replica might not have yet, so the primary counts.
  if (await saveUnlessCounted(db, await countInSnapshot(db, request), request.now)) return;
  // The count that was stored last began after the first one here, so it has everything requested of this one, unless
  // this one was to count more days.
  if (isWhole) throw new Error("other counts have stored their numbers twice meanwhile");
}

const countEverything = replicaRead(
  "statistics of the office",
  (db: Db, _staffId: string | undefined, request: CountRequest) => countInSnapshot(db, request),
  (staffId) => staffId,
);

/**
 * All numbers belong to one moment. Otherwise a member who joined during the count would be missing from the sign-ups
 * of the day but not from the members, and a message would be added twice.
 */
function countInSnapshot(db: Db, { isWhole, now }: CountRequest): Promise<CountedStatistics> {
  const count = async (trx: Db) => {
    const lastCountedAt = await findLastCount(trx);
    const since = isWhole ? trendStart(now) : countFrom(lastCountedAt, now);
    const counts = await countDays(trx, since, now);
    const totals = await countTotals(trx, isWhole ? undefined : counts, now);
    return { statistics: [...counts, ...totals], lastCountedAt };
  };
  return db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(count);
}

/** The events of each day from `since` on; 0 for a day without any. */
async function countDays(db: Db, since: Date, now: Date): Promise<Statistic[]> {
  const revenue = await sumRevenue(db, since);
  const dailyCounts = {
    signUps: await countSignUps(db, since),
    sentMessages: await countSentMessages(db, since),
    reports: await countReports(db, since),
    decidedWithdrawals: await countDecidedWithdrawals(db, since),
    revenueCentavos: revenue.map(({ day, liveCentavos: value }) => ({ day, value })),
    trialCentavos: revenue.map(({ day, trialCentavos: value }) => ({ day, value })),
  };
  const today = dayInBrazil(now);
  const days = trendDays(now).filter((day) => day >= dayInBrazil(since));
  const names = Object.keys(dailyCounts) as (keyof typeof dailyCounts)[]; // `counted` has no other keys
  const counts = names.flatMap((name) => {
    const values = new Map(dailyCounts[name].map(({ day, value }) => [day, value]));
    return days.map((day) => ({ day, name, value: values.get(day) ?? 0 }));
  });
  return [
    ...counts,
    { day: today, name: "activeMembers", value: await countPresentSince(db, startOfDayInBrazil(now)) },
  ];
}

/**
 * The totals of today. All messages are counted once a day; later counts of the day only add the messages sent since.
 */
async function countTotals(db: Db, counts: Statistic[] | undefined, now: Date): Promise<Statistic[]> {
  const day = dayInBrazil(now);
  const before = new Map((await listStatistics(db, day)).map(({ name, value }) => [name, value]));
  const [messages, sentCount] = [before.get("messages"), before.get("sentMessages")];
  const storedCounts = messages === undefined || sentCount === undefined ? undefined : { messages, sent: sentCount };
  const sentNow = counts?.find((count) => count.name === "sentMessages" && count.day === day)?.value;
  const next = sentNow === undefined ? undefined : nextMessages(storedCounts, sentNow);
  const { members, verified: verifiedCount } = await countMembers(db);
  return [
    { day, name: "members", value: members },
    { day, name: "verified", value: verifiedCount },
    { day, name: "premium", value: await countPremium(db, now) },
    { day, name: "messages", value: next ?? (await countMessages(db)) },
  ];
}
