import fs from "node:fs";
import path from "node:path";
import type { Application } from "./application.ts";
import { failure } from "./errors.ts";
import { makeOpenFolderFor, openFolderFor } from "./open-folder.ts";
import { getNobody, getOwnUser, isOpenTo, isRoot, type RunUser } from "./run-user.ts";

const FOLDER = "postgres";

/**
 * The existing or future location of the cluster, and its owner. `parent` exists; it is `dataDir` unless `wasMoved`.
 */
export type ClusterLocation = { dataFolder: string; parent: string; user: RunUser; wasMoved: boolean };

/**
 * Chooses the cluster's location. `dataDir` is a real path. Finds an existing cluster even if the permissions of its
 * folders have changed.
 */
export function chooseLocation(application: Application, dataDir: string): ClusterLocation {
  return isRoot() ? chooseLocationAsRoot(application, dataDir) : chooseLocationAsUser(application, dataDir);
}

/** Returns the real path of the complete cluster of `dataDir`; undefined without one. Creates nothing. */
export function findCluster(application: Application, dataDir: string): string | undefined {
  if (!fs.existsSync(dataDir)) return undefined;
  const realDir = fs.realpathSync(dataDir);
  const parents = isRoot() ? [realDir, openFolderFor(application, realDir)] : [realDir];
  const dataFolder = parents.map((parent) => path.join(parent, FOLDER)).find(isCluster);
  return dataFolder && fs.realpathSync(dataFolder);
}

/** Whether a folder is a complete cluster: initdb writes PG_VERSION first and pg_control later. */
export function isCluster(folder: string): boolean {
  return fs.existsSync(path.join(folder, "PG_VERSION")) && fs.existsSync(path.join(folder, "global", "pg_control"));
}

function chooseLocationAsUser(application: Application, dataDir: string): ClusterLocation {
  const dataFolder = path.join(dataDir, FOLDER);
  const user = getOwnUser();
  if (!fs.existsSync(dataFolder)) assertRootMadeNone(application, dataDir);
  else if (fs.statSync(dataFolder).uid !== user.uid)
    throw failure(
      `The database in ${dataFolder} belongs to another user of this machine: start as that user, or as root.`,
    );
  return { dataFolder, parent: dataDir, user, wasMoved: false };
}

/**
 * Throws if root created a cluster for this data folder. Otherwise a start by a normal user would create a second,
 * empty one.
 */
function assertRootMadeNone(application: Application, dataDir: string): void {
  const madeByRoot = path.join(openFolderFor(application, dataDir), FOLDER);
  if (!fs.existsSync(madeByRoot)) return;
  throw failure(
    `The database of ${dataDir} was made by root and lives in ${madeByRoot}: start as root again, or move that folder away for an empty database.`,
  );
}

function chooseLocationAsRoot(application: Application, dataDir: string): ClusterLocation {
  const openFolder = openFolderFor(application, dataDir);
  for (const parent of [dataDir, openFolder]) {
    const dataFolder = path.join(parent, FOLDER);
    if (isCluster(dataFolder))
      return { dataFolder, parent, user: getOwner(dataFolder), wasMoved: parent === openFolder };
  }
  const user = getNobody(application);
  const wasMoved = !isOpenTo(user, dataDir);
  const parent = wasMoved ? makeOpenFolderFor(application, dataDir) : dataDir;
  return { dataFolder: path.join(parent, FOLDER), parent, user, wasMoved };
}

/** Returns the owner of a cluster: a normal user's cluster keeps running as that user when root starts it. */
function getOwner(dataFolder: string): RunUser {
  const { uid, gid } = fs.statSync(dataFolder);
  if (uid === 0)
    throw failure(
      `The database in ${dataFolder} belongs to root, whom PostgreSQL refuses: give it to its user with chown -R.`,
    );
  const owner = { uid, gid, isSwitched: true };
  if (!isOpenTo(owner, dataFolder))
    throw failure(
      `The folders above ${dataFolder} are closed to the user that owns the database (uid ${uid}): open them with chmod o+x, or move the project.`,
    );
  return owner;
}
