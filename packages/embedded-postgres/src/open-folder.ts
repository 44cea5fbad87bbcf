import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { Application } from "./application.ts";

const SYSTEM_FOLDER = "/var/lib";

/** Returns a short name that is always the same for the same path. */
export function hashPath(file: string): string {
  return createHash("sha256").update(file).digest("hex").slice(0, 12);
}

/**
 * Returns the folder in which root keeps what belongs to `file` when the user who runs PostgreSQL may not pass through
 * `file`. The folder need not exist.
 */
export function openFolderFor({ id }: Application, file: string): string {
  return path.join(SYSTEM_FOLDER, id, hashPath(file));
}

/**
 * Makes the folder of `openFolderFor`. Everybody may pass through it, whatever root's umask is; only root may write
 * there.
 */
export function makeOpenFolderFor(application: Application, file: string): string {
  const folder = openFolderFor(application, file);
  for (const step of [path.dirname(folder), folder]) {
    fs.mkdirSync(step, { recursive: true });
    fs.chmodSync(step, 0o755);
  }
  return folder;
}
