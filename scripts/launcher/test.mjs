import { openTestRun } from "../test-run.mjs";
import { ensureBrowser } from "./browser.mjs";
import { buildServer, ensureProductFixture } from "./build-server.mjs";
import { ensureBuild } from "./build-web.mjs";
import { formatFailure, formatTotal } from "./counts.mjs";
import { findEngines } from "./engines.mjs";
import { ensureInstall } from "./install.mjs";
import { expectedError, formatError, formatSeconds, print } from "./output.mjs";
import { installPackages, listMissingPackages } from "./packages.mjs";
import { runJourneys, TEST_PARTS } from "./test-parts.mjs";
import { watchParent } from "./watch-parent.mjs";

/** @typedef {import("./counts.mjs").Counts} Counts */
/** @typedef {import("./test-parts.mjs").TestPart} TestPart */

/** Up to this many failed tests of a part may be bad luck. The cause of more failures would only fail them again. */
const RERUN_MAX = 5;
/** A failure after kills during sends is a fault, even if a second run passes. */
const NEVER_RERUN = /^chaos\//;

/**
 * The parts that `--only feature,slow` names, or those that belong to the command.
 * @param {string[]} args
 * @param {TestPart["belongsTo"][]} belonging
 */
function chooseParts(args, belonging) {
  if (!args.includes("--only")) return TEST_PARTS.filter(({ belongsTo }) => belonging.includes(belongsTo));
  const keys = args[args.indexOf("--only") + 1]?.split(",") ?? [];
  const chosenParts = TEST_PARTS.filter(({ key }) => keys.includes(key));
  if (keys.length > 0 && chosenParts.length === keys.length) return chosenParts;
  throw expectedError(`--only takes some of: ${TEST_PARTS.map(({ key }) => key).join(",")}.`);
}

/**
 * Runs a part, or what parts need. An error is printed and counted as one failed test, not thrown, so that it does not
 * keep the others from running.
 * @param {string} name
 * @param {() => Promise<Counts | void>} run
 * @returns {Promise<Counts>}
 */
async function tryToRun(name, run) {
  try {
    return (await run()) ?? { passed: 0, failures: [] };
  } catch (error) {
    print(`${name} FAILED: ${formatError(error)}`);
    return { passed: 0, failures: [{ name, reason: "" }] };
  }
}

/**
 * Runs the files of failed tests once more, one at a time, and counts tests that then pass as passed.
 * @param {Pick<TestPart, "rerun">} part
 * @param {Counts} counts
 * @returns {Promise<{ counts: Counts, flaky: Counts["failures"] }>} `flaky` are the failures of the tests that failed
 *   in parallel and passed alone
 */
export async function rerunFailed({ rerun }, counts) {
  const files = [...new Set(counts.failures.flatMap(({ file }) => (file && !NEVER_RERUN.test(file) ? [file] : [])))];
  if (!rerun || files.length === 0 || counts.failures.length > RERUN_MAX) return { counts, flaky: [] };
  print(`\n── Once more, alone: ${files.join(", ")} ──`);
  const again = await rerun(files);
  const failures = counts.failures.filter(
    ({ name, file = "" }) =>
      again.passed === 0 || !files.includes(file) || again.failures.some((twice) => twice.name === name),
  );
  const flaky = counts.failures.filter((failure) => !failures.includes(failure));
  return { counts: { passed: counts.passed + flaky.length, failures }, flaky };
}

/** Installs and builds what the parts need. @param {TestPart[]} parts */
async function prepareParts(parts) {
  const includes = (/** @type {string} */ project) => parts.some(({ projects }) => projects?.includes(project));
  const missingPackages = includes("sites") ? listMissingPackages() : [];
  if (missingPackages.length > 0) await installPackages(missingPackages);
  // Several files of tests would otherwise build it at the same moment.
  if (includes("slow")) await ensureProductFixture();
  if (parts.some(({ key }) => key === "engines")) await findEngines();
  if (!parts.some(({ needsSite }) => needsSite)) return [];
  return [
    await tryToRun("Building the server", async () => void (await buildServer())),
    await tryToRun("Building the site", ensureBuild),
    await tryToRun("Finding Chromium", ensureBrowser),
  ];
}

/**
 * Installs and prepares what is missing, and runs every part even when others fail. With `--rerun-failed`, which CI
 * passes, failed tests are run once more alone.
 * @param {string[]} args
 * @param {TestPart[]} parts
 * @returns {Promise<number>}
 */
async function runParts(args, parts) {
  const startTime = performance.now();
  const elapsed = (since = startTime) => formatSeconds(performance.now() - since);
  watchParent(() => process.exit(1));
  const all = [await tryToRun("Installing", ensureInstall)];
  /** @type {string[]} */
  const lines = [];
  const isInstalled = all[0]?.failures.length === 0;
  if (isInstalled) {
    await openTestRun();
    all.push(...(await prepareParts(parts)));
  }
  for (const [at, part] of isInstalled ? parts.entries() : []) {
    print(`\n── ${part.key}, part ${at + 1} of ${parts.length} ──`);
    const since = performance.now();
    const first = await tryToRun(part.key, part.run);
    const { counts, flaky } = await rerunFailed(args.includes("--rerun-failed") ? part : {}, first);
    all.push(counts);
    lines.push(`  ${part.key.padEnd(13)} ${formatTotal([counts])}  (${elapsed(since)})`);
    const leftOut = part.findLeftOut?.();
    if (leftOut) lines.push(`  LEFT OUT  ${leftOut}`);
    lines.push(...flaky.map((failure) => `  FLAKY  ${formatFailure(failure)}`));
  }
  // The failures are listed here again, because the runners' own output is far above.
  const failures = all.flatMap((counts) => counts.failures);
  lines.push(...failures.map((failure) => `  FAILED  ${formatFailure(failure)}`), formatTotal(all));
  print(`\n── Summary (${elapsed()}) ──\n${lines.join("\n")}`);
  return failures.length === 0 ? 0 : 1;
}

/** `npm test`: what shows in minutes whether a change broke a promise. @param {string[]} args */
export function test(args) {
  process.env.TEST_RUNS ??= "few";
  return runParts(args, chooseParts(args, ["test"]));
}

/** `npm run test:all`: all tests. With `--rest`, only those that `npm test` leaves out. @param {string[]} args */
export function testAll(args) {
  process.env.TEST_RUNS ??= "many";
  return runParts(args, chooseParts(args, args.includes("--rest") ? ["rest"] : ["test", "rest"]));
}

/** `npm run e2e`: only the journeys. @param {string[]} args for Playwright */
export const journeys = (args) =>
  runParts([], [{ key: "e2e", belongsTo: "name", needsSite: true, run: () => runJourneys(args) }]);
