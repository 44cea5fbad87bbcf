import { setTimeout as sleep } from "node:timers/promises";
import { type Cluster, type Connection, SUPERUSER } from "./cluster.ts";
import {
  diskFull,
  embeddedPostgresError,
  isAboutFullDisk,
  isEmbeddedPostgresError,
} from "./embedded-postgres-error.ts";
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
// A server that calls itself ready answers at once.
const ANSWER_LIMIT_MS = 15_000;
// While children of a killed server still work on the data, a new one leaves again.
const MOST_SPAWNS = 100;

/** A running server with our lock on it. */
export type Session = { pid: number; connection: Connection; lock: InstanceLock; wasAdopted: boolean };

type Search = {
  cluster: Cluster;
  address: Address;
  spawned: SpawnedPostmaster | undefined;
  spawns: number;
  startedAt: number;
  isSlow: boolean;
  refusedSince: number | undefined;
};

/**
 * Adopts the server that runs on the folder, or starts one, and takes the lock. Several processes may do this at once: the lock
 * decides which of them has the cluster, whichever server has won. Throws when `signal` is aborted, and leaves nothing running.
 */
export async function reachCluster(cluster: Cluster, address: Address, signal: AbortSignal): Promise<Session> {
  const search: Search = {
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
      const session = await takeStep(search);
      if (session) return session;
    }
  } catch (error) {
    // On IN_USE the server that we started has become the other one's.
    if (!(isEmbeddedPostgresError(error) && error.code === "IN_USE")) await leaveNothing(search);
    throw error;
  }
}

async function leaveNothing({ cluster, spawned }: Search): Promise<void> {
  if (spawned?.pid) await stopPostmaster(cluster, spawned.pid);
  if (spawned?.socketFolder) removeSocketFolder(spawned.socketFolder);
}

async function takeStep(search: Search): Promise<Session | undefined> {
  const postmaster = findPostmaster(search.cluster.dataFolder);
  const session = postmaster?.isReady ? await openSession(search, postmaster) : undefined;
  if (session) return session;
  if (!postmaster) await ensureSpawned(search);
  judgePatience(search);
  await sleep(POLL_MS);
  return undefined;
}

async function openSession(search: Search, { pid, host, port }: Postmaster): Promise<Session | undefined> {
  const { cluster } = search;
  const connection = { host, port, user: SUPERUSER, password: cluster.password };
  const lock = await takeInstanceLock(cluster, connection);
  if (typeof lock !== "string") return { pid, connection, lock, wasAdopted: pid !== search.spawned?.pid };
  search.refusedSince ??= Date.now();
  if (Date.now() - search.refusedSince > ANSWER_LIMIT_MS)
    throw embeddedPostgresError(
      "FAILED",
      `The PostgreSQL server of ${cluster.dataFolder} (process ${pid}) does not answer at ${host} (${lock}): stop it with kill -INT ${pid} and start again.`,
    );
  return undefined;
}

async function ensureSpawned(search: Search): Promise<void> {
  if (search.spawned && !search.spawned.hasLeft()) return;
  if (search.spawned) {
    judgeLeaving(search, search.spawned.readItsLog());
    await sleep(RETRY_MS);
  }
  search.spawned = spawnPostmaster(search.cluster, search.address);
  search.spawns += 1;
}

/** A server that has left because of another one's lock or orphans is tried again; every other reason is final. */
function judgeLeaving({ cluster, spawns }: Search, log: string): void {
  if (isAboutFullDisk(log)) throw diskFull(cluster.dataFolder);
  const isInTheWay = /lock file .* already exists|shared memory block .* still in use/.test(log);
  if (isInTheWay && spawns < MOST_SPAWNS) return;
  const lines = log.trim().split("\n");
  const why = lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1);
  throw embeddedPostgresError("FAILED", `PostgreSQL does not start: ${why} (its log: ${logPath(cluster.dataFolder)})`);
}

function judgePatience(search: Search): void {
  const waitedMs = Date.now() - search.startedAt;
  const log = logPath(search.cluster.dataFolder);
  if (waitedMs > READY_LIMIT_MS)
    throw embeddedPostgresError(
      "FAILED",
      `PostgreSQL is not ready after ${READY_LIMIT_MS / 60_000} minutes: see ${log}.`,
    );
  if (waitedMs < SLOW_MS || search.isSlow) return;
  search.isSlow = true;
  search.cluster.say(
    `PostgreSQL is still getting ready; after a crash it replays its journal first (its log: ${log}).`,
  );
}
