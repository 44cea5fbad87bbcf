import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { expectedError, print } from "./output.mjs";
import { getNode, inProject, ROOT, TOOLS } from "./project.mjs";
import { runQuietly } from "./run.mjs";

const BUILD = inProject("apps/server/build");
const FIXTURE_BUILD = inProject("node_modules/.cache/caramelo/run-product");
const HOUR_MS = 3_600_000;

/** The folders that each build is made from. */
const FOLDERS = { server: ["apps/server", "packages"], site: ["apps/web", "packages/contract"] };
const IS_MADE = /(?:^|\/)(?:build(?:-[^/]*)?|node_modules|\.react-router)(?:\/|$)/;
const IS_TEST = /\.(?:test|fixture)\.tsx?$/;

/**
 * One hash over the time of the last change and the size of each source, because reading all sources would take longer
 * than a build of the server. The project's path is included, because the built files contain it.
 * @param {keyof typeof FOLDERS} build
 * @param {string} root
 */
export function stampSources(build, root) {
  const files = FOLDERS[build].flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .map((name) => path.join(folder, name)),
  );
  const hash = createHash("sha256").update(`${root}\0`);
  for (const name of ["package-lock.json", "tsconfig.base.json", ...files].sort()) {
    if (IS_MADE.test(name.replaceAll(path.sep, "/")) || IS_TEST.test(name)) continue;
    const file = fs.statSync(path.join(root, name));
    // Only files count, because the time of a folder changes with every test file in it.
    if (file.isFile()) hash.update(`${name}\0${file.mtimeMs}\0${file.size}\0`);
  }
  return hash.digest("hex");
}

/** @param {string} build @param {string} stamp */
function isBuilt(build, stamp) {
  const file = path.join(build, ".stamp");
  return fs.existsSync(file) && fs.readFileSync(file, "utf8") === stamp;
}

/** The path of the server's program: the build when it is up to date, or else the sources. */
export const findServer = () => (isBuilt(BUILD, stampSources("server", ROOT)) ? TOOLS.builtServer : TOOLS.server);

/**
 * Makes a build in a new folder, which then replaces the last build. So a build is always complete.
 * @param {string} build
 * @param {string} stamp
 * @param {(folder: string) => Promise<{ code: number, output: string }>} bundle
 */
export async function replaceBuild(build, stamp, bundle) {
  if (isBuilt(build, stamp)) return;
  const parent = path.dirname(build);
  fs.mkdirSync(parent, { recursive: true });
  // Builds that were interrupted have left theirs.
  for (const name of fs.readdirSync(parent).filter((madeName) => madeName.startsWith(`${path.basename(build)}-`))) {
    const leftFolder = path.join(parent, name);
    if (Date.now() - fs.statSync(leftFolder).mtimeMs > HOUR_MS) fs.rmSync(leftFolder, { recursive: true, force: true });
  }
  const newFolder = fs.mkdtempSync(`${build}-`);
  try {
    const { code, output } = await bundle(newFolder);
    if (code !== 0) throw expectedError(`${output.trimEnd()}\nThe server could not be built.`);
    fs.writeFileSync(path.join(newFolder, ".stamp"), stamp);
    // `mkdtemp` closes the folder to other users, who may start what root has built.
    fs.chmodSync(newFolder, 0o777 & ~process.umask());
    // Another build of the same sources ended first, and its files may be in use already.
    if (isBuilt(build, stamp)) return;
    fs.rmSync(build, { recursive: true, force: true });
    fs.renameSync(newFolder, build);
  } catch (error) {
    // When two builds run at once, the other one may have finished with the same sources.
    if (!isBuilt(build, stamp)) throw error;
  } finally {
    fs.rmSync(newFolder, { recursive: true, force: true });
  }
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
