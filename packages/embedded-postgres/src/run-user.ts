import fs from "node:fs";
import path from "node:path";
import type { Application } from "./application.ts";
import { failure } from "./errors.ts";

/**
 * The user who runs PostgreSQL. `isSwitched`: Node runs as another user. On Windows every user is 0, as in `fs.Stats`.
 */
export type RunUser = { uid: number; gid: number; isSwitched: boolean };

export function getOwnUser(): RunUser {
  return { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0, isSwitched: false };
}

export function isRoot(): boolean {
  return process.geteuid?.() === 0;
}

/**
 * Returns the user `nobody`. PostgreSQL refuses to run as root, and initdb refuses a user without a line in
 * /etc/passwd; `nobody` has one on most systems.
 */
export function getNobody({ advice }: Application): RunUser {
  const line = fs
    .readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith("nobody:"));
  const [, , uid, gid] = line?.split(":") ?? [];
  if (!uid || !gid)
    throw failure(
      `PostgreSQL refuses to run as root and this machine has no user \`nobody\`: start as a normal user, or ${advice.useOtherServer}.`,
    );
  // macOS writes -2, which the rest of the system uses as an unsigned number.
  return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0, isSwitched: true };
}

/** Returns the `spawn` options for running a program as this user. `spawn` needs signed numbers. */
export function spawnAs(user: RunUser): { uid?: number; gid?: number } {
  return user.isSwitched ? { uid: user.uid | 0, gid: user.gid | 0 } : {};
}

export function changeOwner(file: string, user: RunUser): void {
  if (user.isSwitched) fs.lchownSync(file, user.uid, user.gid);
}

/** Whether the user may pass through `file` (a real path) and every folder above it. Checks only the mode bits. */
export function isOpenTo(user: RunUser, file: string): boolean {
  const parent = path.dirname(file);
  return mayPass(user, fs.statSync(file)) && (parent === file || isOpenTo(user, parent));
}

function mayPass(user: RunUser, { mode, uid, gid }: fs.Stats): boolean {
  if (uid === user.uid) return (mode & 0o100) !== 0;
  if (gid === user.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}
