import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster, Connection } from "./cluster.ts";
import { diskFull, failure, isAboutFullDisk, isEmbeddedPostgresError } from "./errors.ts";
import { type InstanceLock, takeInstanceLock } from "./instance-lock.ts";
import { findPostmaster, type Postmaster } from "./postmaster-file.ts";
import { logPath } from "./server-log.ts";
import { removeSocketFolder } from "./socket-folder.ts";
import { type Address, type SpawnedPostmaster, spawnPostmaster } from "./spawn-postmaster.ts";
import { stopPostmaster } from "./stop-postmaster.ts";

const POLL_MS = 20;
const RETRY_MS = 150;
// After a crash the journal is replayed first, which may take minutes on a slow disk.
const READY_LIMIT_MS = 10 * 60_000;
const SLOW_MS = 5_000;
// A server that reports being ready answers immediately, so a slower one is broken.
const ANSWER_LIMIT_MS = 15_000;
// While child processes of a killed server still use the data, a new server exits immediately, so it is restarted.
const MAX_SPAWNS = 100;

/** A running server whose instance lock this process holds. */
export type Session = { pid: number; connection: Connection; lock: InstanceLock; wasAdopted: boolean };

type Attempt = {
  cluster: Cluster;
  address: Address;
  spawned: SpawnedPostmaster | undefined;
  spawns: number;
  startedAt: number;
  isSlow: boolean;
  refusedSince: number | undefined;
};

/**
 * Adopts the server that runs on the folder, or starts one, and takes the lock. Several processes may do this in
 * parallel: the lock decides which one owns the cluster, even if another one started the server. Throws when `signal`
 * is aborted. Before it throws, it stops the server it started, unless another instance uses it.
 */
export async function connectCluster(cluster: Cluster, address: Address, signal: AbortSignal): Promise<Session> {
  const attempt: Attempt = {
    cluster,
    address,
    spawned: undefined,
    spawns: 0,
    startedAt: Date.now(),
    isSlow: false,
    refusedSince: undefined,
  };
  try {
    for (;;) {
      signal.throwIfAborted();
      const session = await takeStep(attempt);
      if (session) return session;
    }
  } catch (error) {
    // IN_USE means that another instance now uses the server started here, so it must keep running.
    if (!(isEmbeddedPostgresError(error) && error.code === "IN_USE")) await stopSpawned(attempt);
    throw error;
  }
}

async function stopSpawned({ cluster, spawned }: Attempt): Promise<void> {
  if (spawned?.pid) await stopPostmaster(cluster, spawned.pid);
  if (spawned?.socketFolder) removeSocketFolder(cluster.application, spawned.socketFolder);
}

async function takeStep(attempt: Attempt): Promise<Session | undefined> {
  const postmaster = findPostmaster(attempt.cluster.dataFolder);
  const session = postmaster?.isReady ? await openSession(attempt, postmaster) : undefined;
  if (session) return session;
  if (!postmaster) await ensureSpawned(attempt);
  assertWithinTime(attempt);
  await sleep(POLL_MS);
  return undefined;
}

async function openSession(attempt: Attempt, { pid, host, port }: Postmaster): Promise<Session | undefined> {
  const { cluster } = attempt;
  const connection = { host, port, user: cluster.application.id, password: cluster.password };
  const lock = await takeInstanceLock(cluster, connection);
  if (typeof lock !== "string") return { pid, connection, lock, wasAdopted: pid !== attempt.spawned?.pid };
  attempt.refusedSince ??= Date.now();
  if (Date.now() - attempt.refusedSince > ANSWER_LIMIT_MS)
    throw failure(
      `The PostgreSQL server of ${cluster.dataFolder} (process ${pid}) does not answer at ${host} (${lock}): stop it with kill -INT ${pid} and start again.`,
    );
  return undefined;
}

async function ensureSpawned(attempt: Attempt): Promise<void> {
  if (attempt.spawned && !attempt.spawned.hasExited()) return;
  if (attempt.spawned) {
    assertMayRetry(attempt, attempt.spawned.readLog());
    await sleep(RETRY_MS);
  }
  attempt.spawned = spawnPostmaster(attempt.cluster, attempt.address);
  attempt.spawns += 1;
}

/**
 * Throws unless an exited server may be restarted. It may if another server's lock or orphaned children blocked it; all
 * other reasons are final.
 */
function assertMayRetry({ cluster, spawns }: Attempt, log: string): void {
  if (isAboutFullDisk(log)) throw diskFull(cluster.dataFolder);
  const isBlocked = /lock file .* already exists|shared memory block .* still in use/.test(log);
  if (isBlocked && spawns < MAX_SPAWNS) return;
  const lines = log.trim().split("\n");
  const why = lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1);
  throw failure(`PostgreSQL does not start: ${why} (its log: ${logPath(cluster.dataFolder)})`);
}

function assertWithinTime(attempt: Attempt): void {
  const waitedMs = Date.now() - attempt.startedAt;
  const log = logPath(attempt.cluster.dataFolder);
  if (waitedMs > READY_LIMIT_MS)
    throw failure(`PostgreSQL is not ready after ${READY_LIMIT_MS / 60_000} minutes: see ${log}.`);
  if (waitedMs < SLOW_MS || attempt.isSlow) return;
  attempt.isSlow = true;
  attempt.cluster.log(
    `PostgreSQL is still getting ready; after a crash it replays its journal first (its log: ${log}).`,
  );
}
