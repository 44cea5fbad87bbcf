import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "./cluster.ts";
import { reachCluster, type Session } from "./reach-cluster.ts";
import { keepLogShort } from "./server-log.ts";
import { removeSocketFolder } from "./socket-folder.ts";
import { stopPostmaster } from "./stop-postmaster.ts";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
// A server that lasted this long has not failed at starting.
const SOUND_MS = 60_000;

export type Running = { pid: () => number; stop: () => Promise<void> };

/**
 * Brings the server back whenever it dies, until `stop`. The lock's connection is the watch: it ends with the server, whether that is
 * our child or an adopted one. Holds no process open.
 */
export function keepRunning(cluster: Cluster, first: Session): Running {
  const ending = new AbortController();
  const endLogWatch = keepLogShort(cluster.dataFolder);
  let session: Session | undefined = first;
  let lastPid = first.pid;

  async function guard(): Promise<void> {
    let failures = 0;
    while (session) {
      const since = Date.now();
      await session.lock.lost;
      if (ending.signal.aborted) return;
      failures = Date.now() - since > SOUND_MS ? 0 : failures;
      cluster.say("PostgreSQL has ended unexpectedly; it is being started again.");
      session = undefined;
      await bringBack(failures);
      failures += 1;
      if (ending.signal.aborted) return leave();
    }
  }

  async function bringBack(failures: number): Promise<void> {
    for (let tries = failures; !ending.signal.aborted; tries += 1) {
      try {
        await pause(tries, ending.signal);
        session = await reachCluster(cluster, first.connection, ending.signal);
        lastPid = session.pid;
        cluster.say(`PostgreSQL is running again (process ${session.pid}).`);
        return;
      } catch (error) {
        if (!ending.signal.aborted) cluster.say(error instanceof Error ? error.message : String(error));
      }
    }
  }

  async function leave(): Promise<void> {
    // The lock is held until the server has gone, so that nobody adopts it while it is leaving.
    if (session) await stopPostmaster(cluster, session.pid);
    await session?.lock.release();
  }

  const guarding = guard();

  async function stop(): Promise<void> {
    ending.abort();
    endLogWatch();
    // While the server is being brought back, the guard sees to the rest.
    if (session) await leave();
    await guarding;
    removeSocketFolder(first.connection.host);
  }

  let stopping: Promise<void> | undefined;
  return {
    pid: () => lastPid,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** None before the first try, then 0.1 s, 0.2 s, … */
async function pause(tries: number, signal: AbortSignal): Promise<void> {
  if (tries === 0) return;
  await sleep(Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS), undefined, { signal, ref: false });
}
