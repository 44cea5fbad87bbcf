import { buildServer, ensureProductFixture } from "./build-server.mjs";
import { ensureBuild } from "./build-web.mjs";
import { formatFailure, formatTotal, sumCounts } from "./counts.mjs";
import { ensureBrowser } from "./ensure-browser.mjs";
import { tryToInstallHaproxy } from "./haproxy.mjs";
import { ensureInstall } from "./install.mjs";
import { expectedError, formatError, formatSeconds, print } from "./output.mjs";
import { findTimeLeft, formatTimeLeft, keepPartTime, readPartTimes } from "./progress.mjs";
import { tryToInstallPrometheus } from "./prometheus.mjs";
import { tryToInstallRedis } from "./redis-server.mjs";
import { rerunFailed } from "./rerun-failed.mjs";
import { runJourneys, TEST_PARTS } from "./test-parts.mjs";

/** @typedef {import("./counts.mjs").Counts} Counts */
/** @typedef {import("./test-parts.mjs").TestPart} TestPart */
/** @typedef {{ part: TestPart, counts: Counts, took: string }} PartResult */

/** @type {Counts} */
const NOTHING = { passed: 0, failed: 0, skipped: 0, failures: [] };

/** @type {Counts} */
const ONE_FAILED = { passed: 0, failed: 1, skipped: 0, failures: [] };

/**
 * The parts that `--only feature,kills` names, or those that belong to the command.
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
 * Prepares something that several parts need. An error is printed and counted as one failed test, not thrown, so that
 * it does not keep the other preparations and the parts from running.
 * @param {string} name
 * @param {() => Promise<unknown>} prepare
 * @returns {Promise<Counts>}
 */
async function tryToPrepare(name, prepare) {
  try {
    await prepare();
    return NOTHING;
  } catch (error) {
    print(`${name} FAILED: ${formatError(error)}`);
    return ONE_FAILED;
  }
}

/**
 * @param {TestPart} part
 * @param {TestPart[]} parts all of this run
 * @returns {Promise<PartResult>}
 */
async function runPart(part, parts) {
  const at = parts.indexOf(part);
  const keys = parts.slice(at).map(({ key }) => key);
  const timeLeft = formatTimeLeft(findTimeLeft(readPartTimes(), keys, 0));
  print(`\n── ${part.name}, part ${at + 1} of ${parts.length}${timeLeft} ──`);
  const started = performance.now();
  process.env.TEST_PROGRESS = JSON.stringify({ title: part.name, keys });
  const counts = await part.run().catch((error) => {
    print(formatError(error));
    return ONE_FAILED;
  });
  delete process.env.TEST_PROGRESS;
  const tookMs = performance.now() - started;
  if (counts.passed > 0) keepPartTime(part.key, tookMs);
  return { part, counts, took: formatSeconds(tookMs) };
}

/** @param {PartResult} result */
function formatResult({ part, counts, took }) {
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} SKIPPED (counted as failed)` : "";
  return `  ${part.name.padEnd(17)} ${counts.passed} passed, ${counts.failed} failed${skipped}  (${took})`;
}

/**
 * Prepares a Redis and HAProxy for tests of several processes, the built product for tests that kill it, and the built server and
 * site and a browser for journeys.
 * @param {TestPart[]} parts
 */
async function prepareParts(parts) {
  /** @param {string} project */
  const includes = (project) => parts.some(({ projects }) => projects?.includes(project));
  if (includes("sites")) {
    await tryToInstallRedis();
    await tryToInstallHaproxy();
    await tryToInstallPrometheus();
  }
  // Several files of tests would otherwise build it at the same moment.
  if (includes("slow")) await ensureProductFixture();
  if (!parts.some((part) => part.needsSite)) return [];
  return [
    await tryToPrepare("Building the server", buildServer),
    await tryToPrepare("Building the site", ensureBuild),
    await tryToPrepare("Finding Chromium", ensureBrowser),
  ];
}

/**
 * Prints the result of each part, and the total as the last line.
 * @param {{ results: PartResult[], total: Counts, flakyNames: string[], took: string }} outcome
 */
function printSummary({ results, total, flakyNames, took }) {
  print(`\n── Summary (${took}) ──`);
  for (const result of results) print(formatResult(result));
  for (const { part } of results) {
    for (const missing of part.findPartlyMissing?.()?.split("\n") ?? []) print(`  LEFT OUT  ${missing}`);
  }
  for (const name of flakyNames) print(`  FLAKY  ${name}`);
  // Failed tests are listed here again, because what the runners wrote about them is far above.
  for (const failure of total.failures) print(`  FAILED  ${formatFailure(failure)}`);
  print(formatTotal(total));
}

/**
 * Installs and prepares what is missing, and runs every part even when others fail. With `--rerun-failed`, which CI
 * passes, a failed test is run once more alone.
 * @param {string[]} args
 * @param {TestPart[]} parts
 * @returns {Promise<number>}
 */
async function runParts(args, parts) {
  const started = performance.now();
  const installed = await tryToPrepare("Installing", ensureInstall);
  const prepared = [installed];
  /** @type {PartResult[]} */
  const results = [];
  if (installed.failed === 0) {
    prepared.push(...(await prepareParts(parts)));
    for (const part of parts) results.push(await runPart(part, parts));
  }
  const flakyNames = args.includes("--rerun-failed") ? await rerunFailed(results) : [];

  const total = sumCounts([...prepared, ...results.map(({ counts }) => counts)]);
  printSummary({ results, total, flakyNames, took: formatSeconds(performance.now() - started) });
  return total.failed + total.skipped === 0 && results.length === parts.length ? 0 : 1;
}

/**
 * `npm test`: the parts that show within minutes whether a change broke a promise.
 * @param {string[]} args
 * @returns {Promise<number>}
 */
export const test = (args) => runParts(args, chooseParts(args, ["test"]));

/**
 * `npm run test:all`: all tests. With `--rest`, only those that `npm test` leaves out.
 * @param {string[]} args
 * @returns {Promise<number>}
 */
export const testAll = (args) =>
  runParts(args, chooseParts(args, args.includes("--rest") ? ["rest"] : ["test", "rest"]));

/**
 * `npm run e2e`: only the journeys, at both window sizes. The arguments are passed on to Playwright.
 * @param {string[]} args
 * @returns {Promise<number>}
 */
export async function journeys(args) {
  await ensureInstall();
  await ensureBuild();
  await buildServer();
  await ensureBrowser();
  const counts = await runJourneys(args);
  print(formatTotal(counts));
  return counts.failed + counts.skipped === 0 ? 0 : 1;
}
