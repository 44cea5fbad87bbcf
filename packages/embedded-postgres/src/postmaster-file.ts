import fs from "node:fs";
import path from "node:path";
import type { Cluster } from "./cluster.ts";
import { isPidTaken, isServerOf } from "./process-info.ts";

/**
 * Opens a plain file inside the cluster's folder for reading and writing. If Node runs as root, that folder belongs to
 * another user, so a planted link must not make root write elsewhere.
 */
export function openPlainFile(file: string, extraFlags = 0): number {
  // Windows has neither O_NOFOLLOW nor root.
  const descriptor = fs.openSync(file, fs.constants.O_RDWR | (fs.constants.O_NOFOLLOW ?? 0) | extraFlags, 0o600);
  const stat = fs.fstatSync(descriptor);
  if (stat.isFile() && stat.nlink === 1) return descriptor;
  fs.closeSync(descriptor);
  throw new Error(`${file} is not a plain file`);
}

// Above the maximum process id of every system, so no process has it.
const UNUSED_PID = "2147483647";

/** The running server of a cluster, according to postmaster.pid. `host` and `port` are complete once it is ready. */
export type Postmaster = { pid: number; host: string; port: number; isReady: boolean };

/** Finds the server that runs on this folder, started by any process. */
export function findPostmaster(dataFolder: string): Postmaster | undefined {
  const lines = readLines(path.join(dataFolder, "postmaster.pid"));
  const pid = Number(lines[0]);
  if (!pid || !isServerOf(dataFolder, pid)) return undefined;
  // The lines of the file: pid, folder, start, port, socket folder, address, shared memory, status.
  return { pid, port: Number(lines[3]), host: lines[4] || "127.0.0.1", isReady: lines[7]?.trim() === "ready" };
}

/**
 * Marks stale lock files. PostgreSQL trusts a lock file as long as any process has its pid; if that process is not a
 * server of this folder, the file is stale. Replaces only the pid, because PostgreSQL uses the rest to recognize
 * orphaned children that still use the data.
 */
export function retireStaleLocks({ dataFolder }: Cluster, socketFolder: string, port: number): void {
  for (const file of [path.join(dataFolder, "postmaster.pid"), path.join(socketFolder, `.s.PGSQL.${port}.lock`)]) {
    const [pid] = readLines(file);
    if (pid && isPidTaken(Number(pid)) && !isServerOf(dataFolder, Number(pid))) replaceFirstLine(file, UNUSED_PID);
  }
}

function readLines(file: string): string[] {
  try {
    return fs.readFileSync(file, "utf8").split("\n");
  } catch {
    return [];
  }
}

function replaceFirstLine(file: string, first: string): void {
  const descriptor = openPlainFile(file);
  try {
    const [, ...rest] = fs.readFileSync(descriptor, "utf8").split("\n");
    fs.ftruncateSync(descriptor, 0);
    fs.writeSync(descriptor, [first, ...rest].join("\n"), 0);
  } finally {
    fs.closeSync(descriptor);
  }
}
