import { buildServer } from "./build-server.mjs";
import { ensureBuild } from "./build-web.mjs";
import { ensureBrowser } from "./ensure-browser.mjs";
import { getNode } from "./find-node.mjs";
import { ensureInstall } from "./install.mjs";
import { TOOLS } from "./project.mjs";
import { runShown } from "./run.mjs";

/**
 * `npm run bench`: the built product measured side by side with bare servers; arguments go to it (see bench/main.ts).
 * @param {string[]} args
 * @returns {Promise<number>} 1 when something could not be measured or a target was missed
 */
export async function bench(args) {
  await ensureInstall();
  await ensureBuild();
  await buildServer();
  await ensureBrowser();
  return runShown(getNode(), [TOOLS.bench, ...args]);
}
