import fs from "node:fs";
import { hashPath } from "./open-folder.ts";
import { giveTo, type RunUser } from "./run-user.ts";

// Short on purpose: the whole path of a socket ends at 103 bytes on macOS, 107 on Linux, and TMPDIR may be long.
const PREFIX = "/tmp/caramelo-";

/**
 * A private folder for the cluster's socket, outside the data folder, whose own path may be too long. `earlier` is the one that our
 * connections already know, if any: then no other will do.
 */
export function prepareSocketFolder(dataFolder: string, user: RunUser, earlier: string | undefined): string {
  const folder = earlier ?? PREFIX + hashPath(dataFolder);
  if (makePrivateFolder(folder) || isOurs(folder, user)) {
    giveTo(user, folder);
    return folder;
  }
  if (earlier) throw new Error(`The folder of PostgreSQL's socket, ${earlier}, has been taken by somebody else.`);
  const other = fs.mkdtempSync(PREFIX);
  giveTo(user, other);
  return other;
}

/** Only when empty: another start may already be using it. */
export function removeSocketFolder(folder: string): void {
  if (!folder.startsWith(PREFIX)) return;
  try {
    fs.rmdirSync(folder);
  } catch {
    // Not empty, or gone already.
  }
}

function makePrivateFolder(folder: string): boolean {
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
    return true;
  } catch {
    return false;
  }
}

/** /tmp is everybody's: a link or another one's folder could hand our connections to a stranger. */
function isOurs(folder: string, user: RunUser): boolean {
  const stat = fs.lstatSync(folder, { throwIfNoEntry: false });
  if (!stat?.isDirectory() || (stat.mode & 0o077) !== 0) return false;
  return stat.uid === user.uid || stat.uid === process.geteuid?.();
}
