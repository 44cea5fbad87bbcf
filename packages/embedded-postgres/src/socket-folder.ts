import fs from "node:fs";
import type { Application } from "./application.ts";
import { hashPath } from "./open-folder.ts";
import { changeOwner, type RunUser } from "./run-user.ts";

/** Short, because a socket path may have at most 103 bytes on macOS and 107 on Linux, and TMPDIR may be long. */
const prefixOf = ({ id }: Application) => `/tmp/${id}-`;

type SocketOwner = { application: Application; dataFolder: string; user: RunUser };

/**
 * Prepares a private folder for the cluster's socket, outside the data folder, whose path may be too long. `earlier`:
 * the folder already used by open connections, if any, which is then required.
 */
export function prepareSocketFolder(
  { application, dataFolder, user }: SocketOwner,
  earlier: string | undefined,
): string {
  const prefix = prefixOf(application);
  const folder = earlier ?? prefix + hashPath(dataFolder);
  if (makePrivateFolder(folder) || isOurs(folder, user)) {
    changeOwner(folder, user);
    return folder;
  }
  if (earlier) throw new Error(`The folder of PostgreSQL's socket, ${earlier}, now belongs to another user.`);
  const otherFolder = fs.mkdtempSync(prefix);
  changeOwner(otherFolder, user);
  return otherFolder;
}

/** Removes the folder only if it is empty, because another start may already use it. */
export function removeSocketFolder(application: Application, folder: string): void {
  if (!folder.startsWith(prefixOf(application))) return;
  try {
    fs.rmdirSync(folder);
  } catch {
    // The folder is not empty, or already gone.
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

/**
 * Whether the folder is ours. All users may write to /tmp, so a link or another user's folder could hand our
 * connections to a stranger.
 */
function isOurs(folder: string, user: RunUser): boolean {
  const stat = fs.lstatSync(folder, { throwIfNoEntry: false });
  if (!stat?.isDirectory() || (stat.mode & 0o077) !== 0) return false;
  return stat.uid === user.uid || stat.uid === process.geteuid?.();
}
