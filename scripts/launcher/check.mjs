import { CHECK_PARTS, RULE_TESTS } from "./check-parts.mjs";
import { ensureInstall } from "./install.mjs";
import { formatSeconds, print } from "./output.mjs";
import { getNode } from "./project.mjs";
import { runQuietly } from "./run.mjs";

const AT_ONCE = 2;

/** @param {import("./check-parts.mjs").CheckPart} part */
async function runSteps(part) {
  let output = "";
  for (const { args, cwd } of part.steps) {
    const result = await runQuietly(getNode(), args, cwd ? { cwd } : {});
    output += result.output;
    if (result.code !== 0) return { isPassed: false, output };
  }
  return { isPassed: true, output };
}

/**
 * Runs one part and prints the result: one line when it passed, its whole output when it failed.
 * @param {import("./check-parts.mjs").CheckPart} part
 * @returns {Promise<boolean>}
 */
async function runPart(part) {
  const started = performance.now();
  const { isPassed, output } = await runSteps(part);
  print(`  ${isPassed ? "passed" : "FAILED"}  ${part.name.padEnd(32)} ${formatSeconds(performance.now() - started)}`);
  if (!isPassed) print(output.trimEnd());
  return isPassed;
}

/**
 * Runs the parts, two at a time.
 * @param {import("./check-parts.mjs").CheckPart[]} parts
 * @returns {Promise<import("./counts.mjs").Counts>}
 */
async function runParts(parts) {
  const waiting = [...parts];
  /** @type {import("./counts.mjs").Failure[]} */
  const failures = [];
  const work = async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      if (!(await runPart(part))) failures.push({ name: part.name, reason: "" });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { passed: parts.length - failures.length, failures };
}

/** The fast check as a part of `npm test`, which runs the rule tests itself. */
export function runFastCheck() {
  return runParts(CHECK_PARTS);
}

/**
 * `npm run check`.
 * @returns {Promise<number>}
 */
export async function check() {
  await ensureInstall();
  const { failures } = await runParts([...CHECK_PARTS, RULE_TESTS]);
  return failures.length === 0 ? 0 : 1;
}
