import fs from "node:fs";
import path from "node:path";
import { embeddedPostgresError } from "./embedded-postgres-error.ts";
import { makeOpenFolderFor, openFolderFor } from "./open-folder.ts";
import { getNobody, getOwnUser, isOpenTo, isRoot, type RunUser } from "./run-user.ts";

const FOLDER = "postgres";

/** Where the cluster lives, or will live, and whose it is. `parent` exists. */
export type ClusterPlace = { dataFolder: string; parent: string; user: RunUser; wasMoved: boolean };

/** `dataDir` is a real path. A cluster that exists is found again even when the folders' permissions have changed since. */
export function choosePlace(dataDir: string): ClusterPlace {
  return isRoot() ? choosePlaceAsRoot(dataDir) : choosePlaceAsUser(dataDir);
}

/** A whole cluster: initdb writes PG_VERSION first and pg_control later. */
export function isCluster(folder: string): boolean {
  return fs.existsSync(path.join(folder, "PG_VERSION")) && fs.existsSync(path.join(folder, "global", "pg_control"));
}

function choosePlaceAsUser(dataDir: string): ClusterPlace {
  const dataFolder = path.join(dataDir, FOLDER);
  const user = getOwnUser();
  if (!fs.existsSync(dataFolder)) refuseToForgetRootsCluster(dataDir);
  else if (fs.statSync(dataFolder).uid !== user.uid)
    throw embeddedPostgresError(
      "FAILED",
      `The database in ${dataFolder} belongs to another user of this machine: start as that user, or as root.`,
    );
  return { dataFolder, parent: dataDir, user, wasMoved: false };
}

/** Starting as a normal user after root must not look like an empty product. */
function refuseToForgetRootsCluster(dataDir: string): void {
  const roots = path.join(openFolderFor(dataDir), FOLDER);
  if (!fs.existsSync(roots)) return;
  throw embeddedPostgresError(
    "FAILED",
    `The database of ${dataDir} was made by root and lives in ${roots}: start as root again, or move that folder away for an empty database.`,
  );
}

function choosePlaceAsRoot(dataDir: string): ClusterPlace {
  const far = openFolderFor(dataDir);
  for (const parent of [dataDir, far]) {
    const dataFolder = path.join(parent, FOLDER);
    if (isCluster(dataFolder)) return { dataFolder, parent, user: getOwner(dataFolder), wasMoved: parent === far };
  }
  const user = getNobody();
  const wasMoved = !isOpenTo(user, dataDir);
  const parent = wasMoved ? makeOpenFolderFor(dataDir) : dataDir;
  return { dataFolder: path.join(parent, FOLDER), parent, user, wasMoved };
}

/** A normal user's cluster, started by root, goes on running as that user. */
function getOwner(dataFolder: string): RunUser {
  const { uid, gid } = fs.statSync(dataFolder);
  if (uid === 0)
    throw embeddedPostgresError(
      "FAILED",
      `The database in ${dataFolder} belongs to root, whom PostgreSQL refuses: give it to its user with chown -R.`,
    );
  const owner = { uid, gid, isSwitched: true };
  if (!isOpenTo(owner, dataFolder))
    throw embeddedPostgresError(
      "FAILED",
      `The folders above ${dataFolder} are closed to the user that owns the database (uid ${uid}): open them with chmod o+x, or move the project.`,
    );
  return owner;
}
