import fs from "node:fs";
import path from "node:path";
import type { Cluster } from "./cluster.ts";
import { isServerOf, isTaken } from "./process-facts.ts";
import { openPlainFile } from "./safe-file.ts";

// Above every system's highest process number.
const NOBODYS_PID = "2147483647";

/** The running server of a cluster, by its own words in postmaster.pid. `host` and `port` are complete once it is ready. */
export type Postmaster = { pid: number; host: string; port: number; isReady: boolean };

/** The server that is running on this folder, whoever started it. Undefined when there is none. */
export function findPostmaster(dataFolder: string): Postmaster | undefined {
  const lines = readLines(path.join(dataFolder, "postmaster.pid"));
  const pid = Number(lines[0]);
  if (!pid || !isServerOf(dataFolder, pid)) return undefined;
  // Lines of the file: pid, folder, start, port, socket folder, address, shared memory, status.
  return { pid, port: Number(lines[3]), host: lines[4] || "127.0.0.1", isReady: lines[7]?.trim() === "ready" };
}

/**
 * PostgreSQL believes its lock files as long as some process has the number in them. Where that process is something else, the files
 * are stale. Only the number is taken out: by the rest PostgreSQL still recognises orphaned children that work on the data.
 */
export function retireStaleLocks({ dataFolder }: Cluster, socketFolder: string, port: number): void {
  for (const file of [path.join(dataFolder, "postmaster.pid"), path.join(socketFolder, `.s.PGSQL.${port}.lock`)]) {
    const [pid] = readLines(file);
    if (pid && isTaken(Number(pid)) && !isServerOf(dataFolder, Number(pid))) replaceFirstLine(file, NOBODYS_PID);
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
