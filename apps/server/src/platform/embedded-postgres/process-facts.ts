import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { embeddedPostgresError } from "./embedded-postgres-error.ts";

/** What the system says of a process: its user, and the words it was started with. */
type ProcessFacts = { uid: number; words: string[] };

/** Whether any process has this number, also one of another user, also one that is dead but not yet buried. */
export function isTaken(pid: number): boolean {
  // A negative number would be a group of processes.
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

export function isPostgres(pid: number): boolean {
  const program = findFacts(pid)?.words[0];
  return program !== undefined && /^postgres(\.exe)?$/.test(path.basename(program));
}

/**
 * Whether `pid` is the PostgreSQL server of this folder. Numbers are used again, most of all in containers.
 * Throws FAILED when it is some server of that user, and the system will not tell which: deleting its lock could ruin the data.
 */
export function isServerOf(dataFolder: string, pid: number): boolean {
  const facts = findFacts(pid);
  if (!facts || !isPostgres(pid) || facts.uid !== fs.statSync(dataFolder).uid) return false;
  if (process.platform !== "linux") return true;
  return facts.words.includes(dataFolder) || readFolderOf(pid, dataFolder) === dataFolder;
}

function readFolderOf(pid: number, dataFolder: string): string {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`);
  } catch (cause) {
    throw embeddedPostgresError(
      "FAILED",
      `Process ${pid} is a PostgreSQL server that may be using ${dataFolder}: stop it, or if it is another database's, delete ${dataFolder}/postmaster.pid.`,
      cause,
    );
  }
}

/** Undefined when there is no such process, or it is dead but not yet buried. */
function findFacts(pid: number): ProcessFacts | undefined {
  try {
    if (process.platform === "linux") return readFactsOnLinux(pid);
    return process.platform === "win32" ? readFactsOnWindows(pid) : readFactsByPs(pid);
  } catch {
    return undefined;
  }
}

function readFactsOnLinux(pid: number): ProcessFacts | undefined {
  const words = fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  const uid = /^Uid:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return words[0] && uid ? { uid: Number(uid), words } : undefined;
}

function readFactsByPs(pid: number): ProcessFacts | undefined {
  const line = execFileSync("ps", ["-o", "uid=,comm=", "-p", String(pid)], { encoding: "utf8" });
  const [, uid, program] = /^\s*(-?\d+)\s+(.+)$/m.exec(line) ?? [];
  return uid && program ? { uid: Number(uid) >>> 0, words: [program.trim()] } : undefined;
}

function readFactsOnWindows(pid: number): ProcessFacts | undefined {
  const line = execFileSync("tasklist", ["/FI", `PID eq ${pid}`, "/FO", "CSV", "/NH"], { encoding: "utf8" });
  const program = /^"([^"]+)"/m.exec(line)?.[1];
  return program ? { uid: 0, words: [program] } : undefined;
}
