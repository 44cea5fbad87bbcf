import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CHECK_PARTS, RULE_TESTS, RULES_PASSED, TYPES_KNOWN } from "./check-parts.mjs";
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
  const startTime = performance.now();
  const { isPassed, output } = await runSteps(part);
  print(`  ${isPassed ? "passed" : "FAILED"}  ${part.name.padEnd(32)} ${formatSeconds(performance.now() - startTime)}`);
  if (!isPassed) print(output.trimEnd());
  return isPassed;
}

/**
 * Runs the parts, two at a time.
 * @param {import("./check-parts.mjs").CheckPart[]} parts
 * @returns {Promise<import("./counts.mjs").Counts>}
 */
async function runParts(parts) {
  const waitingParts = [...parts];
  /** @type {import("./counts.mjs").Failure[]} */
  const failures = [];
  const work = async () => {
    for (let part = waitingParts.shift(); part; part = waitingParts.shift()) {
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
 * `npm run check`: what changed since it last passed, or everything with `--all`.
 * @param {string[]} args
 * @returns {Promise<number>}
 */
export async function check(args) {
  await ensureInstall();
  if (args.includes("--all")) {
    for (const knownFile of [TYPES_KNOWN, RULES_PASSED]) rmSync(knownFile, { recursive: true, force: true });
  }
  const startTime = Date.now();
  const { failures } = await runParts([RULE_TESTS, ...CHECK_PARTS]);
  if (!failures.some(({ name }) => name === RULE_TESTS.name)) {
    mkdirSync(path.dirname(RULES_PASSED), { recursive: true });
    writeFileSync(RULES_PASSED, String(startTime));
  }
  return failures.length === 0 ? 0 : 1;
}
