import { setTimeout as sleep } from "node:timers/promises";
import { WORK_KINDS } from "@caramelo/contract/statistics/work-kinds";
import { findOutboxHealth } from "../base/mail/queries.ts";
import { findLastBackup } from "../features/backup/queries.ts";
import { countOrders } from "../features/billing/staff-queries.ts";
import { findQueueHealth } from "../features/statistics/queries.ts";
import type { Context } from "../platform/context.ts";
import type { Pools } from "../platform/database/database.ts";
import type { GaugeName } from "../platform/metrics/gauges.ts";
import type { Sample, Source } from "../platform/metrics/metrics.ts";
import { findProcesses } from "../platform/nodes/claim-database.ts";
import type { S3Bucket } from "../platform/storage/s3-bucket.ts";
import type { Live } from "./live.ts";

const ORDERS_OF_MS = 3_600_000;
/** A database or a bucket that does not answer for this long counts as down. */
const ANSWER_MS = 2_000;

type LiveState = Pick<Live, "count" | "writeAgeMs">;
type Deps = {
  context: Context;
  live: LiveState | undefined;
  bucket: S3Bucket | undefined;
  pools: Pools;
  countDroppedLines: () => number;
};

/** The sources of this process's gauges, one for each part that may fail separately. */
export function listMetricsSources({ context, live, bucket, pools, countDroppedLines }: Deps): Source[] {
  const { db, replicas, clock, disk, discoveryIndex, pendingWork, photoProcessor, redisState } = context;
  const ageOf = (moment: Date) => Math.max(0, clock.now().getTime() - moment.getTime()) / 1_000;
  const ages = (name: GaugeName, moment: Date | null, labels = {}): Sample[] =>
    moment === null ? [] : [{ name, value: ageOf(moment), labels }];

  const readProcess = (): Sample[] => {
    const redis = redisState();
    return [
      sample("caramelo_log_lines_dropped", countDroppedLines()),
      ...(live ? listWeb(live, discoveryIndex) : []),
      ...(redis === "unused" ? [] : [sample("caramelo_redis_up", Number(redis === "connected"))]),
      ...(replicas ? listReplicas(replicas) : []),
      ...(["members", "guests"] as const).map((lane) =>
        sample("caramelo_photo_uploads", photoProcessor.count(lane), { lane }),
      ),
      ...Object.entries(pools).flatMap(([pool, { totalCount, idleCount, waitingCount }]) =>
        byState(
          "caramelo_database_connections",
          { open: totalCount, idle: idleCount, waiting: waitingCount },
          { pool },
        ),
      ),
    ];
  };

  const readQueue = async (): Promise<Sample[]> => {
    const { oldestDueAt, ...jobs } = await findQueueHealth(db);
    return [...byState("caramelo_queue_jobs", jobs), ...ages("caramelo_queue_oldest_seconds", oldestDueAt)];
  };

  const readMails = async (): Promise<Sample[]> => {
    const { waiting: waitingCount, failed: failedCount, oldestWaitingAt } = await findOutboxHealth(db, clock.now());
    return [
      { name: "caramelo_mails_waiting", value: waitingCount },
      { name: "caramelo_mails_failed", value: failedCount },
      ...ages("caramelo_mails_oldest_seconds", oldestWaitingAt),
    ];
  };

  const readOrders = async (): Promise<Sample[]> => {
    const orders = await countOrders(db, new Date(clock.now().getTime() - ORDERS_OF_MS));
    return orders.map(({ state, count }) => sample("caramelo_orders", count, { state }));
  };

  const readWork = async (): Promise<Sample[]> => {
    const works = WORK_KINDS.map(async (kind): Promise<Sample[]> => {
      const { count, oldestAt } = await pendingWork.find(kind, clock.now());
      const age = ages("caramelo_pending_work_oldest_seconds", oldestAt, { kind });
      return [sample("caramelo_pending_work", count, { kind }), ...age];
    });
    return (await Promise.all(works)).flat();
  };

  const readDatabase = async (): Promise<Sample[]> => {
    const processes = await Promise.race([findProcesses(db).catch(() => undefined), sleep(ANSWER_MS)]);
    if (!processes) return [{ name: "caramelo_database_up", value: 0 }];
    return [sample("caramelo_database_up", 1), sample("caramelo_processes", processes.count)];
  };

  const photos = bucket?.openFolder("photos");
  const readBucket = async (): Promise<Sample[]> => {
    if (!photos) return [];
    // No photo has this name; the bucket's answer that it is missing is enough.
    const answer = photos.has("metrics-check").catch(() => undefined);
    const hasAnswered = (await Promise.race([answer, sleep(ANSWER_MS)])) !== undefined;
    return [sample("caramelo_bucket_up", Number(hasAnswered))];
  };

  const readBackup = async () => ages("caramelo_backup_age_seconds", (await findLastBackup(db))?.takenAt ?? null);

  const readDisk = async (): Promise<Sample[]> => {
    const { freeBytes, totalBytes } = await disk.read();
    return [sample("caramelo_disk_free_bytes", freeBytes), sample("caramelo_disk_total_bytes", totalBytes)];
  };

  // The sources that report problems come first, because a reading ends when it takes too long.
  return [readProcess, readDisk, readDatabase, readBucket, readQueue, readMails, readOrders, readWork, readBackup];
}

function listReplicas(replicas: NonNullable<Context["replicas"]>): Sample[] {
  return replicas.list().flatMap(({ ageMs, mayAnswer }, number) => {
    const replica = { replica: String(number) };
    return [
      sample("caramelo_replica_up", Number(mayAnswer), replica),
      ...(ageMs === undefined ? [] : [sample("caramelo_replica_age_seconds", ageMs / 1_000, replica)]),
    ];
  });
}

/** The metrics of processes that answer members. */
function listWeb(live: LiveState, index: Context["discoveryIndex"]): Sample[] {
  const ageMs = index.ageMs();
  const writeAgeMs = live.writeAgeMs();
  return [
    sample("caramelo_live_connections", live.count()),
    ...(writeAgeMs === undefined ? [] : [sample("caramelo_database_write_age_seconds", writeAgeMs / 1_000)]),
    ...(index.isStarted() ? [sample("caramelo_discovery_index_ready", Number(index.isAnswering()))] : []),
    ...(ageMs !== undefined && Number.isFinite(ageMs)
      ? [sample("caramelo_discovery_index_age_seconds", ageMs / 1_000)]
      : []),
  ];
}

const sample = (name: GaugeName, value: number, labels: Record<string, string> = {}): Sample => ({
  name,
  value,
  labels,
});

const byState = (name: GaugeName, values: Record<string, number>, labels: Record<string, string> = {}): Sample[] =>
  Object.entries(values).map(([state, value]) => sample(name, value, { ...labels, state }));
