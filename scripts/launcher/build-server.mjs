import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { getNode } from "./find-node.mjs";
import { expectedError, print } from "./output.mjs";
import { inProject, ROOT, TOOLS } from "./project.mjs";
import { runQuietly } from "./run.mjs";
import { stampServerSources } from "./server-stamp.mjs";

const BUILD = inProject("apps/server/build");
const HOUR_MS = 3_600_000;

/** @param {string} build @param {string} stamp */
function isBuilt(build, stamp) {
  const file = path.join(build, ".stamp");
  return existsSync(file) && readFileSync(file, "utf8") === stamp;
}

/** The program of the server as it lies there: built where that is up to date, else its sources. */
export const findServer = () => (isBuilt(BUILD, stampServerSources(ROOT)) ? TOOLS.builtServer : TOOLS.server);

/**
 * Makes a build in a folder of its own, which then takes the place of the last one: a build is there whole or as it was.
 * @param {string} build
 * @param {string} stamp
 * @param {(folder: string) => Promise<{ code: number, output: string }>} bundle
 */
export async function replaceBuild(build, stamp, bundle) {
  removeBrokenOff(build);
  const made = mkdtempSync(`${build}-`);
  try {
    const { code, output } = await bundle(made);
    if (code !== 0) throw expectedError(`${output.trimEnd()}\nThe server could not be built.`);
    writeFileSync(path.join(made, ".stamp"), stamp);
    // A folder made so is closed to all other users, who may start what root has built.
    chmodSync(made, 0o777 & ~process.umask());
    // Another build that ended first may be loading already.
    if (isBuilt(build, stamp)) return;
    rmSync(build, { recursive: true, force: true });
    renameSync(made, build);
  } catch (error) {
    // Of two builds at once the other one has finished, of the same sources.
    if (!isBuilt(build, stamp)) throw error;
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** Removes what builds that were broken off have left. @param {string} build */
function removeBrokenOff(build) {
  const folder = path.dirname(build);
  for (const name of readdirSync(folder)) {
    const left = path.join(folder, name);
    if (!name.startsWith(`${path.basename(build)}-`) || Date.now() - statSync(left).mtimeMs < HOUR_MS) continue;
    rmSync(left, { recursive: true, force: true });
  }
}

/**
 * The program of the server: of few files, which load in a third of the time, made anew when a source has changed. Throws when
 * they cannot be made.
 * @returns {Promise<string>} its path
 */
export async function buildServer() {
  const stamp = stampServerSources(ROOT);
  if (!isBuilt(BUILD, stamp))
    await replaceBuild(BUILD, stamp, (folder) => runQuietly(getNode(), [TOOLS.serverBundler, folder]));
  return TOOLS.builtServer;
}

/**
 * The program of the server: the built one, or its sources where that cannot be made, as in a folder of somebody else.
 * @returns {Promise<string>} its path
 */
export async function ensureServer() {
  try {
    return await buildServer();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    print(`${why}\nThe server runs from its sources, which load more slowly.`);
    return TOOLS.server;
  }
}
