import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { getNode } from "./find-node.mjs";
import { expectedError, formatSeconds, print } from "./output.mjs";
import { inProject, ROOT, TOOLS } from "./project.mjs";
import { runQuietly } from "./run.mjs";
import { stampSources } from "./stamp.mjs";

const WEB = inProject("apps/web");
const BUILD = inProject("apps/web/build");
const STAMP = inProject("apps/web/build/.stamp");

/**
 * A build without its stamp counts as missing. The stamp is removed first, so that an interrupted build is made again.
 */
function removeStamp() {
  try {
    mkdirSync(BUILD, { recursive: true });
    rmSync(STAMP, { force: true });
    writeFileSync(inProject("apps/web/build/.writable"), "");
    rmSync(inProject("apps/web/build/.writable"));
  } catch {
    throw expectedError(
      `This user may not write ${BUILD}, and the site must be built: run it as the owner of the folder.`,
    );
  }
}

/**
 * Builds the site when its sources have changed since the last build. Needs no network.
 * @returns {Promise<void>}
 */
export async function ensureBuild() {
  const hash = stampSources("site", ROOT);
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8").trim() === hash) return;

  print("Building the site …");
  const started = performance.now();
  removeStamp();
  const env = { ...process.env, NODE_ENV: "production", REACT_ROUTER_DISABLE_TELEMETRY: "1" };
  const { code, output } = await runQuietly(getNode(), [TOOLS.reactRouter, "build"], { cwd: WEB, env });
  if (code !== 0) throw expectedError(`${output}\nThe site could not be built.`);
  writeFileSync(STAMP, `${hash}\n`);
  print(`Site built in ${formatSeconds(performance.now() - started)}.`);
}
