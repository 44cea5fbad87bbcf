import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { Application } from "./application.ts";

const SYSTEM_FOLDER = "/var/lib";

/** Returns a short name that is always the same for a path. */
export function hashPath(file: string): string {
  return createHash("sha256").update(file).digest("hex").slice(0, 12);
}

/**
 * Returns the folder for root's files belonging to `file` when PostgreSQL's user may not pass through `file`. It may
 * not exist.
 */
export function openFolderFor({ id }: Application, file: string): string {
  return path.join(SYSTEM_FOLDER, id, hashPath(file));
}

/**
 * Creates the folder of `openFolderFor`. All users may pass through it, regardless of root's umask; only root may write
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
