import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type { Application } from "./application.ts";
import { type ClusterLocation, isCluster } from "./cluster-location.ts";
import { diskFull, failure, isAboutFullDisk } from "./errors.ts";
import { programPath } from "./native-binaries.ts";
import { changeOwner, type RunUser, spawnAs } from "./run-user.ts";
import { serverEnvironment } from "./server-settings.ts";

const STAGING_PREFIX = "postgres.new-";
// No initdb takes this long.
const LEFTOVER_MS = 10 * 60_000;

type Options = {
  application: Application;
  location: ClusterLocation;
  native: string;
  isDurable: boolean;
  log: (line: string) => void;
};

/**
 * Creates the cluster if there is none, and returns its password. Creates it under another name first, so that a
 * cluster is either complete or absent.
 */
export async function ensureCluster(options: Options): Promise<string> {
  const { dataFolder } = options.location;
  if (fs.existsSync(dataFolder) && !isCluster(dataFolder)) setAside(dataFolder, options.log);
  if (!fs.existsSync(dataFolder)) await makeCluster(options);
  return readPassword(options.application, dataFolder);
}

/**
 * Removes leftovers of interrupted starts. A recent folder may belong to another start in progress, which removes it
 * itself.
 */
export function removeLeftovers(parent: string): void {
  for (const name of fs.readdirSync(parent).filter((entry) => entry.startsWith(STAGING_PREFIX))) {
    const folder = path.join(parent, name);
    const madeAt = fs.lstatSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - madeAt > LEFTOVER_MS) fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Renames an incomplete folder. Never deletes it, because it may still contain data. */
function setAside(dataFolder: string, log: (line: string) => void): void {
  const aside = `${dataFolder}.incomplete-${Date.now()}`;
  fs.renameSync(dataFolder, aside);
  log(`The database folder was incomplete. It was set aside as ${aside}, and a new one is being made.`);
}

async function makeCluster({ application, location, native, isDurable }: Options): Promise<void> {
  const staging = fs.mkdtempSync(path.join(location.parent, STAGING_PREFIX));
  const [passwordFile, cluster] = [path.join(staging, "password"), path.join(staging, "cluster")];
  try {
    fs.writeFileSync(passwordFile, randomBytes(24).toString("base64url"), { mode: 0o600, flush: true });
    for (const file of [passwordFile, staging]) changeOwner(file, location.user);
    const flags = initdbFlags({ cluster, superuser: application.id, passwordFile, isDurable });
    await runInitdb(native, flags, staging, location.user);
    fs.renameSync(passwordFile, passwordPath(application, cluster));
    fs.renameSync(cluster, location.dataFolder);
    if (isDurable) syncFolder(location.parent);
  } catch (error) {
    // A parallel first start was faster: its cluster exists, and its lock will refuse this process.
    if (!isCluster(location.dataFolder)) throw error;
  } finally {
    fs.rmSync(staging, { recursive: true, force: true });
  }
}

async function runInitdb(native: string, flags: string[], cwd: string, user: RunUser): Promise<void> {
  const options = { ...spawnAs(user), ...serverEnvironment(), cwd, windowsHide: true };
  try {
    await promisify(execFile)(programPath(native, "initdb"), flags, options);
  } catch (error) {
    const output = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
    if (isAboutFullDisk(output)) throw diskFull(path.dirname(cwd), error);
    throw output
      ? failure(`A new database could not be made in ${path.dirname(cwd)}. initdb says: ${output}`, error)
      : error;
  }
}

type InitdbOptions = { cluster: string; superuser: string; passwordFile: string; isDurable: boolean };

function initdbFlags({ cluster, superuser, passwordFile, isDurable }: InitdbOptions): string[] {
  const flags = ["-D", cluster, "-U", superuser, "-A", "scram-sha-256", `--pwfile=${passwordFile}`, "-E", "UTF8"];
  // Only glibc is certain to know this locale by name. Elsewhere PostgreSQL's built-in tables replace it.
  if (process.platform === "linux") flags.push("--locale=C.UTF-8");
  else flags.push("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8");
  return isDurable ? [...flags, "--no-instructions"] : [...flags, "--no-instructions", "--no-sync"];
}

/** Makes a rename within the folder survive a power failure. Windows neither can nor needs to. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = fs.openSync(folder, "r");
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

function passwordPath({ id }: Application, dataFolder: string): string {
  return path.join(dataFolder, `${id}.password`);
}

export function readPassword(application: Application, dataFolder: string): string {
  const file = passwordPath(application, dataFolder);
  try {
    return fs.readFileSync(file, "utf8").trim();
  } catch (cause) {
    throw failure(
      `The database's password file ${file} cannot be read: put it back from a backup, or move ${dataFolder} away for an empty database.`,
      cause,
    );
  }
}
