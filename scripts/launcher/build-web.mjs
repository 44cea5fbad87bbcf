import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { stampSources } from "./build-server.mjs";
import { expectedError, formatSeconds, print } from "./output.mjs";
import { getNode, inProject, ROOT, TOOLS } from "./project.mjs";
import { runQuietly } from "./run.mjs";

const BUILD = inProject("apps/web/build");
const STAMP = path.join(BUILD, ".stamp");

/**
 * Builds the site when its sources have changed since the last build. Needs no network.
 * @returns {Promise<void>}
 */
export async function ensureBuild() {
  const stamp = stampSources("site", ROOT);
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === stamp) return;

  print("Building the site …");
  const startTime = performance.now();
  try {
    // A build without its stamp counts as missing, so one that is interrupted is made again.
    mkdirSync(BUILD, { recursive: true });
    writeFileSync(STAMP, "");
    rmSync(STAMP);
  } catch {
    throw expectedError(`This user may not write ${BUILD}, and the site must be built: run it as the folder's owner.`);
  }
  const env = { ...process.env, NODE_ENV: "production", REACT_ROUTER_DISABLE_TELEMETRY: "1" };
  const { code, output } = await runQuietly(getNode(), [TOOLS.reactRouter, "build"], {
    cwd: inProject("apps/web"),
    env,
  });
  if (code !== 0) throw expectedError(`${output}\nThe site could not be built.`);
  writeFileSync(STAMP, stamp);
  print(`Site built in ${formatSeconds(performance.now() - startTime)}.`);
}
