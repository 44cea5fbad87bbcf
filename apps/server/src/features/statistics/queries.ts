import type { StatisticName } from "@caramelo/contract/statistics/calls";
import { type RawBuilder, sql } from "kysely";
import { isPremium } from "../../base/money/premium-fragment-queries.ts";
import type { Db } from "../../platform/database/database.ts";

export type Day = { day: string; value: number };
export type Statistic = Day & { name: StatisticName };

export async function listStatistics(db: Db, since: string): Promise<Statistic[]> {
  const { rows } = await sql<Statistic>`
    select day::text as day, name, value::float8 as value from daily_statistic where day >= ${since}::date`.execute(db);
  return rows;
}

/** When the statistics were last counted; undefined before the first time. */
export async function findLastCount(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom("dailyStatistic")
    .orderBy("day", "desc")
    .limit(1)
    .where("name", "=", "members")
    .select("countedAt")
    .executeTakeFirst();
  return row?.countedAt;
}

/** Statistics, and when the ones before them were counted. */
export type CountedStatistics = { statistics: Statistic[]; lastCountedAt: Date | undefined };

/** Returns false, and stores nothing, when another count has stored its numbers meanwhile. */
export function saveUnlessCounted(
  db: Db,
  { statistics, lastCountedAt }: CountedStatistics,
  now: Date,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('statistics'), 0)`.execute(trx);
    if ((await findLastCount(trx))?.getTime() !== lastCountedAt?.getTime()) return false;
    await saveStatistics(trx, statistics, now);
    return true;
  });
}

export async function saveStatistics(db: Db, statistics: Statistic[], now: Date): Promise<void> {
  await sql`
    insert into daily_statistic (day, name, value, counted_at)
    select day, name, value, ${now}::timestamptz
    from unnest(
      ${statistics.map(({ day }) => day)}::date[], ${statistics.map(({ name }) => name)}::text[],
      ${statistics.map(({ value }) => Math.max(0, value))}::bigint[]
    ) as counted (day, name, value)
    on conflict (day, name) do update set value = excluded.value, counted_at = excluded.counted_at`.execute(db);
}

/** How many members there are, without staff, and how many of them are verified. */
export async function countMembers(db: Db): Promise<{ members: number; verified: number }> {
  const { rows } = await sql<{ members: number; verified: number }>`
    select count(*)::int as members, count(*) filter (where is_verified)::int as verified
    from profile where role <> 'admin'`.execute(db);
  return rows[0] ?? { members: 0, verified: 0 };
}

/** How many members have premium, paid or as a courtesy. Each part of the union uses its own index. */
export async function countPremium(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select member_id from entitlement where premium_until > ${now}
      union
      select member_id from entitlement where has_courtesy_premium
    ) premium join entitlement using (member_id) where ${isPremium(now)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Counts the rows of `from` by the day in São Paulo of `moment`. */
export async function countByDay(db: Db, moment: RawBuilder<unknown>, from: RawBuilder<unknown>): Promise<Day[]> {
  const { rows } = await sql<Day>`
    select (${moment} at time zone 'America/Sao_Paulo')::date::text as day, count(*)::int as value
    ${from} group by 1`.execute(db);
  return rows;
}

/** Sign-ups by day; a managed profile does not count. */
export function countSignUps(db: Db, since: Date): Promise<Day[]> {
  const rows = sql`from profile where role <> 'admin' and not is_managed and created_at >= ${since}`;
  return countByDay(db, sql`created_at`, rows);
}

export function countReports(db: Db, since: Date): Promise<Day[]> {
  return countByDay(db, sql`created_at`, sql`from report where created_at >= ${since}`);
}

export function countDecidedWithdrawals(db: Db, since: Date): Promise<Day[]> {
  return countByDay(db, sql`decided_at`, sql`from withdrawal_review where decided_at >= ${since}`);
}

/**
 * How many members were active since `since`. Only the last activity is stored, so past days cannot be counted later.
 */
export async function countPresentSince(db: Db, since: Date): Promise<number> {
  const isActive = sql`active_step >= date_bin('5 minutes', ${since}::timestamptz, to_timestamp(0))
    and last_active_at >= ${since}`;
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from presence where not is_hidden and ${isActive})::int
      + (select count(*) from presence where is_hidden and ${isActive})::int as count`.execute(db);
  return rows[0]?.count ?? 0;
}

type QueueHealth = {
  waiting: number;
  running: number;
  planned: number;
  retrying: number;
  failed: number;
  oldestDueAt: Date | null;
};
const NO_JOBS: QueueHealth = { waiting: 0, running: 0, planned: 0, retrying: 0, failed: 0, oldestDueAt: null };

export async function findQueueHealth(db: Db): Promise<QueueHealth> {
  const { rows } = await sql<QueueHealth>`select * from queue_health()`.execute(db);
  return rows[0] ?? NO_JOBS;
}

type RunningJob = { id: number; task: string; startedAt: Date };

/** Jobs that are running now, the longest-running first. */
export async function listRunningJobs(db: Db, limit: number): Promise<RunningJob[]> {
  const { rows } = await sql<RunningJob>`
    select id::float8 as id, task, started_at from running_jobs(${limit}::int)`.execute(db);
  return rows;
}

type FailedJob = { id: number; task: string; attempts: number; failedAt: Date };

/** Jobs that failed for good, the latest first. */
export async function listFailedJobs(db: Db, limit: number): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select id::float8 as id, task, attempts, failed_at from failed_jobs(${limit}::int)`.execute(db);
  return rows;
}

/** Requeues a job that failed for good. Returns its task, or null when there is no such job. */
export async function retryFailedJob(db: Db, id: number): Promise<string | null> {
  const { rows } = await sql<{ task: string | null }>`select retry_failed_job(${id}::bigint) as task`.execute(db);
  return rows[0]?.task ?? null;
}
