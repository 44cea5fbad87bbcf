import { getNode } from "./find-node.mjs";
import { ensureInstall } from "./install.mjs";
import { TOOLS } from "./project.mjs";
import { runShown } from "./run.mjs";

/** @param {string} program @param {string[]} args */
async function runHarness(program, args) {
  await ensureInstall();
  return runShown(getNode(), [program, ...args]);
}

/**
 * `npm run chaos`: kills the product amid sends for as long as it takes; arguments go to it (see chaos/main.ts).
 * @param {string[]} args
 * @returns {Promise<number>} 0 when nothing was lost, doubled or out of order
 */
export const chaos = (args) => runHarness(TOOLS.chaos, args);

/**
 * `npm run siege`: plays attacks against a product of its own; arguments go to it (see siege/main.ts).
 * @param {string[]} args
 * @returns {Promise<number>} 0 when honest people met what they meet without the attacks
 */
export const siege = (args) => runHarness(TOOLS.siege, args);
