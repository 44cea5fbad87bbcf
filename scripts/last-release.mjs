import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { expectedError } from "./launcher/output.mjs";
import { getNode, inProject, ROOT, TOOLS } from "./launcher/project.mjs";
import { runQuietly } from "./launcher/run.mjs";

/** @type {{ commit: string, lastMigration: string }} */
export const LAST_RELEASE = JSON.parse(readFileSync(inProject("scripts/last-release.json"), "utf8"));

/** Git refuses a checkout of another user, in which root, for example, runs the tests. */
const ANY_OWNER = ["-c", "safe.directory=*"];

/** Whether the history of this checkout has the last release. A copy without a history, or with a short one, does not. */
export const hasLastRelease = () =>
  spawnSync("git", [...ANY_OWNER, "cat-file", "-e", `${LAST_RELEASE.commit}^{commit}`], { cwd: ROOT, stdio: "ignore" })
    .status === 0;

/** @param {string} file in the last release */
export const readOfLastRelease = (file) =>
  spawnSync("git", [...ANY_OWNER, "show", `${LAST_RELEASE.commit}:${file}`], { cwd: ROOT, encoding: "utf8" }).stdout;

/**
 * Builds run-product.fixture.ts of the last release in an empty folder, outside of any `node_modules`, below which Node
 * runs no TypeScript. It takes the packages of this tree where the lock file is the same, and installs its own otherwise.
 * @param {string} folder
 * @returns {Promise<string>} the path of its program
 */
export async function buildLastRelease(folder) {
  const tree = path.join(folder, "tree");
  const archive = path.join(folder, "tree.tar");
  mkdirSync(tree);
  await run("git", [...ANY_OWNER, "archive", `--output=${archive}`, LAST_RELEASE.commit], ROOT);
  await run("tar", ["-xf", archive, "-C", tree], ROOT);
  const isSame =
    readFileSync(path.join(tree, "package-lock.json"), "utf8") === readFileSync(inProject("package-lock.json"), "utf8");
  if (isSame) linkPackages(path.join(tree, "node_modules"));
  else await run("npm", ["ci", "--prefer-offline", "--no-audit", "--no-fund"], tree);
  const builtFolder = path.join(tree, "built");
  const inTree = (/** @type {string} */ file) => path.join(tree, path.relative(ROOT, file));
  const bundler = inTree(TOOLS.serverBundler);
  const program = path.relative(path.dirname(bundler), inTree(TOOLS.productFixture));
  await run(getNode(), [bundler, builtFolder, program], tree);
  return path.join(builtFolder, "server.mjs");
}

/** Links each installed package, but for those of the project itself, of which the last release has its own. @param {string} folder */
function linkPackages(folder) {
  mkdirSync(path.join(folder, "@caramelo"), { recursive: true });
  const installed = inProject("node_modules");
  for (const name of readdirSync(installed)) {
    if (name === ".cache" || name === "@caramelo") continue;
    symlinkSync(path.join(installed, name), path.join(folder, name));
  }
  const own = path.join(folder, "../packages");
  for (const name of readdirSync(own)) symlinkSync(path.join(own, name), path.join(folder, "@caramelo", name));
}

/** @param {string} command @param {string[]} args @param {string} cwd */
async function run(command, args, cwd) {
  const { code, output } = await runQuietly(command, args, { cwd });
  if (code !== 0) throw expectedError(`${command} ${args.join(" ")} failed for the last release:\n${output.trimEnd()}`);
}
