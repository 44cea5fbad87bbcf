import { formatFailure } from "./counts.mjs";
import { print } from "./output.mjs";

/** @typedef {import("./counts.mjs").Failure} Failure */
/** @typedef {Pick<import("./test-parts.mjs").TestPart, "runAlone">} Part */
/** @typedef {{ part: Part, counts: import("./counts.mjs").Counts }} Result */

/** More than this is no bad luck. */
const RERUN_MAX = 5;

/**
 * Whether a test that failed passes when it has the machine to itself.
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
 * Runs the tests that failed once more, each alone, and counts those that pass then as passed: what is left of `failures`
 * has failed twice. Where many have failed it runs none.
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
