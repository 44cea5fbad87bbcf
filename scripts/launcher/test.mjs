import { openTestRun } from "../../testing/test-run.mjs";
import { ensureBrowser } from "./browser.mjs";
import { buildServer, ensureProductFixture } from "./build-server.mjs";
import { ensureBuild } from "./build-web.mjs";
import { formatFailure, formatTotal } from "./counts.mjs";
import { ensureInstall } from "./install.mjs";
import { expectedError, formatError, formatSeconds, print } from "./output.mjs";
import { installPackages, listMissingPackages } from "./packages.mjs";
import { runJourneys, TEST_PARTS } from "./test-parts.mjs";
import { watchParent } from "./watch-parent.mjs";

/** @typedef {import("./counts.mjs").Counts} Counts */
/** @typedef {import("./test-parts.mjs").TestPart} TestPart */

/**
 * Up to this many failed tests of a part may be bad luck. More failures have a real cause, and a second run would only
 * repeat them.
 */
const RERUN_MAX = 5;

/** What kills amid sends reveal once is a fault, even if a second run passes. */
const NEVER_RERUN = /^chaos\//;

/**
 * The parts that `--only feature,slow` names, or those that belong to the command.
 * @param {string[]} args
 * @param {TestPart["belongsTo"][]} belonging
 */
function chooseParts(args, belonging) {
  const at = args.indexOf("--only");
  if (at === -1) return TEST_PARTS.filter(({ belongsTo }) => belonging.includes(belongsTo));
  const keys = args[at + 1]?.split(",") ?? [];
  const chosenParts = TEST_PARTS.filter(({ key }) => keys.includes(key));
  if (chosenParts.length > 0 && chosenParts.length === keys.length) return chosenParts;
  throw expectedError(`--only takes some of: ${TEST_PARTS.map(({ key }) => key).join(",")}.`);
}

/**
 * Does what others need, or runs a part. An error is printed and counted as one failed test, not thrown, so that it does
 * not keep the others from running.
 * @param {string} name
 * @param {() => Promise<Counts | unknown>} run
 * @returns {Promise<Counts>}
 */
async function tryToRun(name, run) {
  try {
    const result = await run();
    return result && typeof result === "object" && "failures" in result
      ? /** @type {Counts} A part answers with its counts, and everything else with something else. */ (result)
      : { passed: 0, failures: [] };
  } catch (error) {
    const reason = formatError(error);
    print(`${name} FAILED: ${reason}`);
    return { passed: 0, failures: [{ name, reason: reason.split("\n", 1)[0] ?? "" }] };
  }
}

/**
 * Runs the files of failed tests once more, one at a time, and counts tests that then pass as passed.
 * @param {Pick<TestPart, "rerun">} part
 * @param {Counts} counts
 * @returns {Promise<{ counts: Counts, flakyNames: string[] }>} `flakyNames` are those of the tests that failed beside
 *   others and passed alone
 */
export async function rerunFailed({ rerun }, counts) {
  const files = [...new Set(counts.failures.flatMap(({ file }) => (file && !NEVER_RERUN.test(file) ? [file] : [])))];
  if (!rerun || files.length === 0 || counts.failures.length > RERUN_MAX) return { counts, flakyNames: [] };
  print(`\n── Once more, alone: ${files.join(", ")} ──`);
  const again = await rerun(files);
  const isFlaky = (/** @type {import("./counts.mjs").Failure} */ { name, file = "" }) =>
    files.includes(file) && again.passed > 0 && !again.failures.some((failure) => failure.name === name);
  const flakyNames = counts.failures.filter(isFlaky).map(({ name }) => name);
  const failures = counts.failures.filter((failure) => !isFlaky(failure));
  return { counts: { passed: counts.passed + flakyNames.length, failures }, flakyNames };
}

/**
 * Installs Debian's packages for tests of whole sites, and builds the product for tests that kill it, or the built server
 * and site and a browser for journeys.
 * @param {TestPart[]} parts
 */
async function prepareParts(parts) {
  const includes = (/** @type {string} */ project) => parts.some(({ projects }) => projects?.includes(project));
  const missing = includes("sites") ? listMissingPackages() : [];
  if (missing.length > 0) await installPackages(missing);
  // Several files of tests would otherwise build it at the same moment.
  if (includes("slow")) await ensureProductFixture();
  if (!parts.some(({ needsSite }) => needsSite)) return [];
  return [
    await tryToRun("Building the server", buildServer),
    await tryToRun("Building the site", ensureBuild),
    await tryToRun("Finding Chromium", ensureBrowser),
  ];
}

/**
 * Installs and prepares what is missing, and runs every part even when others fail. Failed tests are listed at the end
 * once more, because what the runners wrote about them is far above, and the total is the last line. With
 * `--rerun-failed`, which CI passes, failed tests are run once more alone.
 * @param {string[]} args
 * @param {TestPart[]} parts
 * @returns {Promise<number>}
 */
async function runParts(args, parts) {
  const started = performance.now();
  const elapsed = (since = started) => formatSeconds(performance.now() - since);
  watchParent(() => process.exit(1));
  const all = [await tryToRun("Installing", ensureInstall)];
  const lines = [];
  if (all[0]?.failures.length === 0) {
    await openTestRun();
    all.push(...(await prepareParts(parts)));
    for (const [at, part] of parts.entries()) {
      print(`\n── ${part.name}, part ${at + 1} of ${parts.length} ──`);
      const since = performance.now();
      const first = await tryToRun(part.name, part.run);
      const { counts, flakyNames } = args.includes("--rerun-failed")
        ? await rerunFailed(part, first)
        : { counts: first, flakyNames: [] };
      all.push(counts);
      lines.push([`  ${part.name.padEnd(17)} ${formatTotal([counts])}  (${elapsed(since)})`]);
      const leftOut = part.findLeftOut?.();
      if (leftOut) lines.push([`  LEFT OUT  ${leftOut}`]);
      lines.push(flakyNames.map((name) => `  FLAKY  ${name}`));
    }
  }
  print(`\n── Summary (${elapsed()}) ──`);
  for (const line of lines.flat()) print(line);
  const failures = all.flatMap((counts) => counts.failures);
  for (const failure of failures) print(`  FAILED  ${formatFailure(failure)}`);
  print(formatTotal(all));
  return failures.length === 0 ? 0 : 1;
}

/**
 * `npm test`: the parts that show within minutes whether a change broke a promise, with few runs of each property.
 * @param {string[]} args
 * @returns {Promise<number>}
 */
export function test(args) {
  process.env.TEST_RUNS ??= "few";
  return runParts(args, chooseParts(args, ["test"]));
}

/**
 * `npm run test:all`: all tests, with many runs of each property. With `--rest`, only those that `npm test` leaves out.
 * @param {string[]} args
 * @returns {Promise<number>}
 */
export function testAll(args) {
  process.env.TEST_RUNS ??= "many";
  return runParts(args, chooseParts(args, args.includes("--rest") ? ["rest"] : ["test", "rest"]));
}

/**
 * `npm run e2e`: only the journeys. The arguments are passed on to Playwright.
 * @param {string[]} args
 * @returns {Promise<number>}
 */
export async function journeys(args) {
  await ensureInstall();
  await openTestRun();
  await ensureBuild();
  await buildServer();
  await ensureBrowser();
  const counts = await runJourneys(args);
  print(formatTotal([counts]));
  return counts.failures.length === 0 ? 0 : 1;
}
