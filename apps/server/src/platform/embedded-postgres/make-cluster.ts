import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { SUPERUSER } from "./cluster.ts";
import { type ClusterPlace, isCluster } from "./cluster-place.ts";
import { diskFull, embeddedPostgresError, isAboutFullDisk } from "./embedded-postgres-error.ts";
import { programPath } from "./native-binaries.ts";
import { becoming, giveTo, type RunUser } from "./run-user.ts";
import { serverEnvironment } from "./server-settings.ts";

const PASSWORD_FILE = "caramelo.password";
const GROWING = "postgres.new-";
// Far longer than any initdb takes.
const LEFTOVER_MS = 10 * 60_000;

type Making = { place: ClusterPlace; native: string; isDurable: boolean; say: (line: string) => void };

/** Makes the cluster when there is none, and answers its password. A cluster is complete or absent: it grows under another name. */
export async function ensureCluster(making: Making): Promise<string> {
  const { dataFolder } = making.place;
  if (fs.existsSync(dataFolder) && !isCluster(dataFolder)) setAside(dataFolder, making.say);
  if (!fs.existsSync(dataFolder)) await makeCluster(making);
  return readPassword(dataFolder);
}

/** Removes what interrupted starts have left. A young folder may be another start's, still at work; it removes its own. */
export function removeLeftovers(parent: string): void {
  for (const name of fs.readdirSync(parent).filter((entry) => entry.startsWith(GROWING))) {
    const folder = path.join(parent, name);
    const madeAt = fs.lstatSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - madeAt > LEFTOVER_MS) fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** It may hold something after all, so it is never deleted. */
function setAside(dataFolder: string, say: (line: string) => void): void {
  const aside = `${dataFolder}.incomplete-${Date.now()}`;
  fs.renameSync(dataFolder, aside);
  say(`The database folder was incomplete. It was set aside as ${aside}, and a new one is being made.`);
}

async function makeCluster({ place, native, isDurable }: Making): Promise<void> {
  const growing = fs.mkdtempSync(path.join(place.parent, GROWING));
  const [passwordFile, cluster] = [path.join(growing, "password"), path.join(growing, "cluster")];
  try {
    fs.writeFileSync(passwordFile, randomBytes(24).toString("base64url"), { mode: 0o600, flush: true });
    for (const file of [passwordFile, growing]) giveTo(place.user, file);
    await runInitdb(native, initdbFlags(cluster, passwordFile, isDurable), growing, place.user);
    fs.renameSync(passwordFile, path.join(cluster, PASSWORD_FILE));
    fs.renameSync(cluster, place.dataFolder);
    if (isDurable) syncFolder(place.parent);
  } catch (error) {
    // Two first starts at once: the other one's cluster stands, and its lock will refuse us.
    if (!isCluster(place.dataFolder)) throw error;
  } finally {
    fs.rmSync(growing, { recursive: true, force: true });
  }
}

async function runInitdb(native: string, flags: string[], cwd: string, user: RunUser): Promise<void> {
  const options = { ...becoming(user), ...serverEnvironment(), cwd, windowsHide: true };
  try {
    await promisify(execFile)(programPath(native, "initdb"), flags, options);
  } catch (error) {
    const told = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
    if (isAboutFullDisk(told)) throw diskFull(path.dirname(cwd), error);
    throw told
      ? embeddedPostgresError(
          "FAILED",
          `A new database could not be made in ${path.dirname(cwd)}. initdb says: ${told}`,
          error,
        )
      : error;
  }
}

function initdbFlags(cluster: string, passwordFile: string, isDurable: boolean): string[] {
  const flags = ["-D", cluster, "-U", SUPERUSER, "-A", "scram-sha-256", `--pwfile=${passwordFile}`, "-E", "UTF8"];
  // Only glibc is sure to know this locale by name; elsewhere PostgreSQL's own tables stand in.
  if (process.platform === "linux") flags.push("--locale=C.UTF-8");
  else flags.push("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8");
  return isDurable ? [...flags, "--no-instructions"] : [...flags, "--no-instructions", "--no-sync"];
}

/** So that the new name outlives a power cut. Windows cannot and need not do it. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = fs.openSync(folder, "r");
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

function readPassword(dataFolder: string): string {
  const file = path.join(dataFolder, PASSWORD_FILE);
  try {
    return fs.readFileSync(file, "utf8").trim();
  } catch (cause) {
    throw embeddedPostgresError(
      "FAILED",
      `The database's password file ${file} cannot be read: put it back from a backup, or move ${dataFolder} away for an empty database.`,
      cause,
    );
  }
}
