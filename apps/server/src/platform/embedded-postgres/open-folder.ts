import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

const OPEN_FOLDER = "/var/lib/caramelo";

/** A short name that is always the same for the same path. */
export function hashPath(file: string): string {
  return createHash("sha256").update(file).digest("hex").slice(0, 12);
}

/** Where root keeps what belongs to `file` when `file` itself is closed to the user PostgreSQL runs as. Need not exist. */
export function openFolderFor(file: string): string {
  return path.join(OPEN_FOLDER, hashPath(file));
}

/** Makes it, passable for everybody whatever root's umask is; only root may write there. */
export function makeOpenFolderFor(file: string): string {
  const folder = openFolderFor(file);
  for (const step of [OPEN_FOLDER, folder]) {
    fs.mkdirSync(step, { recursive: true });
    fs.chmodSync(step, 0o755);
  }
  return folder;
}
