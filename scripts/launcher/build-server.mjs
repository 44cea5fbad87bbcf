import fs from "node:fs";
import path from "node:path";
import { expectedError, print } from "./output.mjs";
import { getNode, inProject, ROOT, TOOLS } from "./project.mjs";
import { runQuietly } from "./run.mjs";
import { stampSources } from "./stamp.mjs";

const BUILD = inProject("apps/server/build");
const FIXTURE_BUILD = inProject("node_modules/.cache/caramelo/run-product");
const HOUR_MS = 3_600_000;

/** @param {string} build @param {string} stamp */
function isBuilt(build, stamp) {
  const file = path.join(build, ".stamp");
  return fs.existsSync(file) && fs.readFileSync(file, "utf8") === stamp;
}

/** The path of the server's program: the build when it is up to date, or else the sources. */
export const findServer = () => (isBuilt(BUILD, stampSources("server", ROOT)) ? TOOLS.builtServer : TOOLS.server);

/**
 * Makes a build in a folder of its own, which then replaces the last build. So a build is always complete.
 * @param {string} build
 * @param {string} stamp
 * @param {(folder: string) => Promise<{ code: number, output: string }>} bundle
 */
export async function replaceBuild(build, stamp, bundle) {
  if (isBuilt(build, stamp)) return;
  fs.mkdirSync(path.dirname(build), { recursive: true });
  removeBrokenOff(build);
  const made = fs.mkdtempSync(`${build}-`);
  try {
    const { code, output } = await bundle(made);
    if (code !== 0) throw expectedError(`${output.trimEnd()}\nThe server could not be built.`);
    fs.writeFileSync(path.join(made, ".stamp"), stamp);
    // `mkdtemp` closes the folder to other users, who may start what root has built.
    fs.chmodSync(made, 0o777 & ~process.umask());
    // Another build of the same sources ended first, and its files may be in use already.
    if (isBuilt(build, stamp)) return;
    fs.rmSync(build, { recursive: true, force: true });
    fs.renameSync(made, build);
  } catch (error) {
    // When two builds run at once, the other one may have finished with the same sources.
    if (!isBuilt(build, stamp)) throw error;
  } finally {
    fs.rmSync(made, { recursive: true, force: true });
  }
}

/** Removes what interrupted builds have left. @param {string} build */
function removeBrokenOff(build) {
  const names = fs.readdirSync(path.dirname(build)).filter((name) => name.startsWith(`${path.basename(build)}-`));
  for (const left of names.map((name) => path.join(path.dirname(build), name)))
    if (Date.now() - fs.statSync(left).mtimeMs > HOUR_MS) fs.rmSync(left, { recursive: true, force: true });
}

/**
 * Builds the program of the server when a source has changed: a few files, which load in a third of the time of the
 * sources. Throws when they cannot be made.
 * @returns {Promise<string>} its path
 */
export async function buildServer() {
  const bundle = (/** @type {string} */ folder) => runQuietly(getNode(), [TOOLS.serverBundler, folder]);
  await replaceBuild(BUILD, stampSources("server", ROOT), bundle);
  return TOOLS.builtServer;
}

async function buildProductFixture() {
  const stamp = `${stampSources("server", ROOT)} ${fs.statSync(TOOLS.productFixture).mtimeMs}`;
  const program = path.relative(path.dirname(TOOLS.serverBundler), TOOLS.productFixture);
  await replaceBuild(FIXTURE_BUILD, stamp, (folder) => runQuietly(getNode(), [TOOLS.serverBundler, folder, program]));
  return path.join(FIXTURE_BUILD, "server.mjs");
}

/**
 * The path of a build, or of the sources where the build cannot be made, as in a folder of another user.
 * @param {() => Promise<string>} build
 * @param {string} sources
 */
export async function builtOr(build, sources) {
  try {
    return await build();
  } catch (error) {
    print(
      `${error instanceof Error ? error.message : error}\nThe server runs from its sources, which load more slowly.`,
    );
    return sources;
  }
}

/** The path of the server's program, which is built when a source has changed. */
export const ensureServer = () => builtOr(buildServer, TOOLS.server);

/**
 * The path of the program of run-product.fixture.ts, which tests start and kill. Built, a start takes three fifths of
 * the processor's time.
 */
export const ensureProductFixture = () => builtOr(buildProductFixture, TOOLS.productFixture);
