import { getNode } from "./find-node.mjs";
import { ensureInstall } from "./install.mjs";
import { TOOLS } from "./project.mjs";
import { runShown } from "./run.mjs";

/**
 * `npm run chaos`: kills the product amid sends for as long as it takes; arguments go to it (see chaos/main.ts).
 * @param {string[]} args
 * @returns {Promise<number>} 0 when nothing was lost, doubled or out of order
 */
export async function chaos(args) {
  await ensureInstall();
  return runShown(getNode(), ["--disable-warning=ExperimentalWarning", TOOLS.chaos, ...args]);
}
