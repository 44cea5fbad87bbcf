import { formatFailure } from "./counts.mjs";
import { print } from "./output.mjs";

/** @typedef {import("./counts.mjs").Failure} Failure */
/** @typedef {Pick<import("./test-parts.mjs").TestPart, "runAlone">} Part */
/** @typedef {{ part: Part, counts: import("./counts.mjs").Counts }} Result */

/**
 * Up to this many failed tests may be bad luck. More failures have a real cause, and a second run would only repeat
 * them.
 */
const RERUN_MAX = 5;

/**
 * Whether a failed test passes when it runs alone on the machine.
 * @param {Part} part
 * @param {Failure} failure
 */
async function passesAlone({ runAlone }, failure) {
  if (!runAlone) return false;
  print(`\n── Once more, alone: ${formatFailure(failure)} ──`);
  const { passed, failed } = await runAlone(failure);
  return passed > 0 && failed === 0;
}

/**
 * Runs failed tests once more, each alone, and counts those that then pass as passed. The tests left in `failures` have
 * failed twice. When too many have failed, none is run again.
 * @param {Result[]} results changed in place
 * @returns {Promise<string[]>} names of the flaky tests: those that failed beside others and passed alone
 */
export async function rerunFailed(results) {
  const flakyNames = [];
  if (results.reduce((sum, { counts }) => sum + counts.failed, 0) > RERUN_MAX) return [];
  for (const { part, counts } of results) {
    for (const failure of [...counts.failures]) {
      if (!(await passesAlone(part, failure))) continue;
      counts.failures.splice(counts.failures.indexOf(failure), 1);
      counts.failed -= 1;
      counts.passed += 1;
      flakyNames.push(failure.name);
    }
  }
  return flakyNames;
}
