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
 * `npm run chaos`: kills the product during sends, again and again. The arguments are passed on (see chaos/main.ts).
 * @param {string[]} args
 * @returns {Promise<number>} 0 when no promise of the product was broken
 */
export const chaos = (args) => runHarness(TOOLS.chaos, args);

/**
 * `npm run siege`: plays attacks against a product of its own. The arguments are passed on (see siege/main.ts).
 * @param {string[]} args
 * @returns {Promise<number>} 0 when honest people were served within every bound
 */
export const siege = (args) => runHarness(TOOLS.siege, args);

/**
 * `npm run mutate`: breaks the rules, one place at a time. The arguments are passed on (see scripts/mutate-rules.ts).
 * @param {string[]} args
 * @returns {Promise<number>} 0 when the rule tests notice enough of the broken places
 */
export const mutate = (args) => runHarness(TOOLS.mutate, args);
