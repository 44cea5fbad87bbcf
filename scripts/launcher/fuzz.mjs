import { randomInt } from "node:crypto";
import { getNode } from "./find-node.mjs";
import { ensureInstall } from "./install.mjs";
import { print } from "./output.mjs";
import { TOOLS } from "./project.mjs";
import { runShown } from "./run.mjs";

const CASES = "20000";

/**
 * `npm run fuzz`: sends hostile and ordinary input to every call, different input each time. `npm run fuzz -- <cases>
 * <seed>` sets the number of cases, or repeats a run.
 * @param {string[]} args
 * @returns {Promise<number>}
 */
export async function fuzz([cases = CASES, seed = String(randomInt(2 ** 31))]) {
  await ensureInstall();
  print(`Fuzzing the calls with ${cases} cases; the same again: npm run fuzz -- ${cases} ${seed}`);
  const env = { ...process.env, FUZZ_CASES: cases, FUZZ_SEED: seed };
  return runShown(getNode(), [TOOLS.vitest, "run", "platform/http/fuzz.slow"], { env });
}
