import { buildServer } from "./build-server.mjs";
import { ensureBuild } from "./build-web.mjs";
import { ensureBrowser } from "./ensure-browser.mjs";
import { getNode } from "./find-node.mjs";
import { ensureInstall } from "./install.mjs";
import { TOOLS } from "./project.mjs";
import { runShown } from "./run.mjs";

/**
 * `npm run bench`: measures the built product side by side with bare servers. The arguments are passed on (see
 * bench/README.md).
 * @param {string[]} args
 * @returns {Promise<number>} 1 when something could not be measured or a target was missed
 */
export async function bench(args) {
  await ensureInstall();
  // `--age` only reads what was written before.
  if (!args.includes("--age")) {
    await ensureBuild();
    await buildServer();
    await ensureBrowser();
  }
  return runShown(getNode(), [TOOLS.bench, ...args]);
}
