import fs from "node:fs";
import path from "node:path";
import { openPlainFile } from "./postmaster-file.ts";
import type { RunUser } from "./run-user.ts";

const KEPT_BYTES = 4 * 1024 * 1024;
const MAX_BYTES = 16 * 1024 * 1024;
const CHECK_EVERY_MS = 60_000;

export function logPath(dataFolder: string): string {
  return path.join(dataFolder, "postgres.log");
}

/**
 * Opens the log for a new server of `user`, which will write from `fromByte` on. Renames a large log to `.old` first.
 */
export function openLog(dataFolder: string, user: RunUser): { descriptor: number; fromByte: number } {
  const file = logPath(dataFolder);
  if (sizeOf(file) > KEPT_BYTES) fs.renameSync(file, `${file}.old`);
  const descriptor = openPlainFile(file, fs.constants.O_CREAT | fs.constants.O_APPEND);
  if (user.isSwitched) fs.fchownSync(descriptor, user.uid, user.gid);
  return { descriptor, fromByte: fs.fstatSync(descriptor).size };
}

/** Returns the server's output since `fromByte`. */
export function readLogFrom(dataFolder: string, fromByte: number): string {
  return fs.readFileSync(logPath(dataFolder)).subarray(fromByte).toString("utf8");
}

/** Truncates the log whenever it grows too large, until the returned function is called. Keeps no process alive. */
export function keepLogShort(dataFolder: string): () => void {
  const timer = setInterval(() => {
    if (sizeOf(logPath(dataFolder)) > MAX_BYTES) emptyLog(dataFolder);
  }, CHECK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function emptyLog(dataFolder: string): void {
  const descriptor = openPlainFile(logPath(dataFolder));
  try {
    fs.ftruncateSync(descriptor, 0);
  } finally {
    fs.closeSync(descriptor);
  }
}

function sizeOf(file: string): number {
  return fs.lstatSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
