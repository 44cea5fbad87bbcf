import { existsSync, readFileSync } from "node:fs";
import { expectedError, formatSeconds, print } from "./output.mjs";
import { inProject } from "./project.mjs";
import { runQuietly } from "./run.mjs";

const LOCK = inProject("package-lock.json");
const NPM_RECORD = inProject("node_modules/.package-lock.json");

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean }} LockedPackage */

/** @param {string} lockText @returns {Record<string, LockedPackage>} */
const readPackages = (lockText) => JSON.parse(lockText).packages ?? {};

/**
 * Whether npm's own record of node_modules agrees with the lock. A package marked optional may be missing (for other
 * platforms), but may not have another version. Packages added by complete-lock.mjs have no hash.
 * @param {string} lockText package-lock.json
 * @param {string} installedText node_modules/.package-lock.json, which npm writes last
 */
export function isInstalledAsLocked(lockText, installedText) {
  const installed = readPackages(installedText);
  return Object.entries(readPackages(lockText)).every(([path, lockedPackage]) => {
    if (!path.startsWith("node_modules/") && !path.includes("/node_modules/")) return true;
    const installedPackage = installed[path];
    if (!installedPackage) return lockedPackage.optional === true;
    const hasHash = lockedPackage.integrity === undefined || installedPackage.integrity === lockedPackage.integrity;
    return installedPackage.version === lockedPackage.version && hasHash;
  });
}

/** Without a connection npm would by default wait three times five minutes before it reports that. */
const QUIET_NPM = ["--no-audit", "--no-fund", "--loglevel=error", "--fetch-timeout=60000", "--fetch-retries=2"];

/**
 * Runs npm and keeps its output, which is shown when npm fails. It is started by its own script when npm started us
 * (then no shell is needed), or else from the PATH.
 * @param {string[]} args
 */
export function runNpm(args) {
  const script = process.env.npm_execpath;
  if (!script?.endsWith(".js"))
    return runQuietly("npm", [...args, ...QUIET_NPM], { shell: process.platform === "win32" });
  // Uses the Node that runs npm, because the one inside node_modules is about to be replaced.
  return runQuietly(process.env.npm_node_execpath ?? process.execPath, [script, ...args, ...QUIET_NPM]);
}

/** @param {string} output what npm wrote */
function explainFailure(output) {
  const isOffline = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/.test(output);
  if (isOffline)
    return "npm could not reach the package registry. The first install needs a connection; try again then.";
  if (/EACCES|EPERM|EROFS/.test(output))
    return "This user may not write node_modules: install as the owner of the folder.";
  if (/ENOSPC/.test(output)) return "The disk is full.";
  if (/ENOENT.*npm|npm.*ENOENT|not found/.test(output)) return "Is npm installed and on the PATH?";
  return "npm says why above.";
}

/**
 * Installs the packages of package-lock.json. Does nothing, and needs no network, when they are already installed.
 * @returns {Promise<void>}
 */
export async function ensureInstall() {
  const lockText = readFileSync(LOCK, "utf8");
  if (existsSync(NPM_RECORD) && isInstalledAsLocked(lockText, readFileSync(NPM_RECORD, "utf8"))) return;

  print("Installing the packages (npm ci); the first time takes a minute or two …");
  const startTime = performance.now();
  // Development packages are included, whatever NODE_ENV says, because the site is built here.
  const { code, output } = await runNpm(["ci", "--include=dev", "--include=optional"]);
  if (code !== 0) throw expectedError(`${output}\nThe packages could not be installed. ${explainFailure(output)}`);
  print(`Packages installed in ${formatSeconds(performance.now() - startTime)}.`);
}
