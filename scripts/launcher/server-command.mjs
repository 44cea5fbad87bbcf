import { getNode, serverFlags } from "./find-node.mjs";
import { ensureInstall } from "./install.mjs";
import { inProject, TOOLS } from "./project.mjs";
import { runShown } from "./run.mjs";

/**
 * Runs a command of the server (`db:new`, `db:types`, `db:reset`, `admin` …) with its arguments.
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<number>}
 */
export async function runServerCommand(command, args) {
  await ensureInstall();
  return runShown(getNode(), [...serverFlags(), TOOLS.serverCommands, command, ...args]);
}

/**
 * `npm run generate`: writes the tables of API addresses, the record of what is kept and the tables of growth, and completes the lock file.
 * @returns {Promise<number>}
 */
export async function generate() {
  await ensureInstall();
  for (const script of [
    "generate-api-table.ts",
    "generate-inventory.ts",
    "generate-distribution.ts",
    "generate-growth.ts",
    "complete-lock.mjs",
  ]) {
    const code = await runShown(getNode(), [inProject("scripts", script)]);
    if (code !== 0) return code;
  }
  return 0;
}
