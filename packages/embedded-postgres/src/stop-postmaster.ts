import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { Cluster } from "./cluster.ts";
import { programPath } from "./native-binaries.ts";
import { isServerOf } from "./process-info.ts";
import { spawnAs } from "./run-user.ts";

const POLL_MS = 15;
const STEPS = [
  // The mode "fast" ends every session and writes everything to disk.
  { signal: "SIGINT", limitMs: 20_000, outcome: "does not stop in time" },
  // The mode "immediate" leaves the journal for the next start to replay.
  { signal: "SIGQUIT", limitMs: 10_000, outcome: "does not stop at all; the next start waits for its end" },
] as const;

/**
 * Stops the server and waits up to half a minute: first an orderly shutdown, then an immediate one, which costs the
 * next start a recovery but no data. A server that survives, e.g. because its disk hangs, is marked as stopping, so the
 * next start waits for its end before it starts another.
 */
export async function stopPostmaster(cluster: Cluster, pid: number): Promise<void> {
  for (const { signal, limitMs, outcome } of STEPS) {
    if (!isServerOf(cluster.dataFolder, pid)) return;
    await signalStop(cluster, pid, signal);
    if (await hasEnded(cluster, pid, limitMs)) return;
    cluster.log(`PostgreSQL (process ${pid}) ${outcome}.`);
  }
}

async function signalStop(cluster: Cluster, pid: number, signal: "SIGINT" | "SIGQUIT"): Promise<void> {
  if (process.platform !== "win32") {
    process.kill(pid, signal);
    return;
  }
  // On Windows a signal from Node kills the process; PostgreSQL's own tool can ask the server to stop.
  const mode = signal === "SIGINT" ? "fast" : "immediate";
  await promisify(execFile)(
    programPath(cluster.native, "pg_ctl"),
    ["stop", "-W", "-m", mode, "-D", cluster.dataFolder],
    spawnAs(cluster.user),
  );
}

async function hasEnded({ dataFolder }: Cluster, pid: number, limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs;
  while (isServerOf(dataFolder, pid)) {
    if (Date.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}
