import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "./cluster.ts";
import { connectCluster, type Session } from "./connect-cluster.ts";
import { keepLogShort } from "./server-log.ts";
import { removeSocketFolder } from "./socket-folder.ts";
import { stopPostmaster } from "./stop-postmaster.ts";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
// A server that ran this long did not fail while starting.
const STABLE_MS = 60_000;

export type Supervisor = { pid: () => number; stop: () => Promise<void> };

/**
 * Restarts the server whenever it dies, until `stop`. Watches the lock's connection, which ends with the server,
 * whether it is our child or adopted. Keeps no process alive.
 */
export function supervise(cluster: Cluster, first: Session): Supervisor {
  const stopping = new AbortController();
  const stopLogWatch = keepLogShort(cluster.dataFolder);
  let session: Session | undefined = first;
  let lastPid = first.pid;

  async function watch(): Promise<void> {
    let failures = 0;
    while (session) {
      const since = Date.now();
      await session.lock.lost;
      if (stopping.signal.aborted) return;
      failures = Date.now() - since > STABLE_MS ? 0 : failures;
      cluster.log("PostgreSQL has ended unexpectedly; it is being started again.");
      session = undefined;
      await restart(failures);
      failures += 1;
      if (stopping.signal.aborted) return endSession();
    }
  }

  async function restart(failures: number): Promise<void> {
    for (let tries = failures; !stopping.signal.aborted; tries += 1) {
      try {
        await pause(tries, stopping.signal);
        session = await connectCluster(cluster, first.connection, stopping.signal);
        lastPid = session.pid;
        cluster.log(`PostgreSQL is running again (process ${session.pid}).`);
        return;
      } catch (error) {
        if (!stopping.signal.aborted) cluster.log(error instanceof Error ? error.message : String(error));
      }
    }
  }

  async function endSession(): Promise<void> {
    // A stopping server ends the lock's session at once. No other instance adopts it, because it is not ready.
    if (session) await stopPostmaster(cluster, session.pid);
    await session?.lock.release();
  }

  const watching = watch();

  async function stop(): Promise<void> {
    stopping.abort();
    stopLogWatch();
    // If the server is being restarted, `watch` ends the new session.
    if (session) await endSession();
    await watching;
    removeSocketFolder(cluster.application, first.connection.host);
  }

  let stopPromise: Promise<void> | undefined;
  return {
    pid: () => lastPid,
    stop: () => {
      stopPromise ??= stop();
      return stopPromise;
    },
  };
}

/** Waits before a retry: 0.1 s, 0.2 s, … up to 30 s, and not before the first try. */
async function pause(tries: number, signal: AbortSignal): Promise<void> {
  if (tries === 0) return;
  await sleep(Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS), undefined, { signal, ref: false });
}
