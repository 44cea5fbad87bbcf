import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { failure } from "./errors.ts";

/** A process's user, and the command line that started it. */
type ProcessInfo = { uid: number; args: string[] };

/** Whether a process of any user has this pid; zombies count too. */
export function isPidTaken(pid: number): boolean {
  // A negative pid would mean a process group.
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

export function isPostgres(pid: number): boolean {
  const program = findInfo(pid)?.args[0];
  return program !== undefined && /^postgres(\.exe)?$/.test(path.basename(program));
}

/**
 * Whether `pid`, which the system may have reused, is the PostgreSQL server of this folder. Only Linux reveals a
 * server's folder; elsewhere every server of the folder's owner counts. Throws FAILED if Linux hides the folder,
 * because deleting the lock of a running server could corrupt the data.
 */
export function isServerOf(dataFolder: string, pid: number): boolean {
  const info = findInfo(pid);
  if (!info || !isPostgres(pid) || info.uid !== fs.statSync(dataFolder).uid) return false;
  if (process.platform !== "linux") return true;
  return info.args.includes(dataFolder) || readFolderOf(pid, dataFolder) === dataFolder;
}

function readFolderOf(pid: number, dataFolder: string): string {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`);
  } catch (cause) {
    throw failure(
      `Process ${pid} is a PostgreSQL server that may be using ${dataFolder}: stop it, or if it is another database's, delete ${dataFolder}/postmaster.pid.`,
      cause,
    );
  }
}

/** Returns undefined if the process does not exist or is a zombie. */
function findInfo(pid: number): ProcessInfo | undefined {
  try {
    if (process.platform === "linux") return readInfoOnLinux(pid);
    return process.platform === "win32" ? readInfoOnWindows(pid) : readInfoByPs(pid);
  } catch {
    return undefined;
  }
}

function readInfoOnLinux(pid: number): ProcessInfo | undefined {
  const args = fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  const uid = /^Uid:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return args[0] && uid ? { uid: Number(uid), args } : undefined;
}

function readInfoByPs(pid: number): ProcessInfo | undefined {
  const line = execFileSync("ps", ["-o", "uid=,comm=", "-p", String(pid)], { encoding: "utf8" });
  const [, uid, program] = /^\s*(-?\d+)\s+(.+)$/m.exec(line) ?? [];
  return uid && program ? { uid: Number(uid) >>> 0, args: [program.trim()] } : undefined;
}

function readInfoOnWindows(pid: number): ProcessInfo | undefined {
  const line = execFileSync("tasklist", ["/FI", `PID eq ${pid}`, "/FO", "CSV", "/NH"], { encoding: "utf8" });
  const program = /^"([^"]+)"/m.exec(line)?.[1];
  return program ? { uid: 0, args: [program] } : undefined;
}
