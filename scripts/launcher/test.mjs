import { buildServer } from "./build-server.mjs";
import { ensureBuild } from "./build-web.mjs";
import { formatTotal, sumCounts } from "./counts.mjs";
import { ensureBrowser } from "./ensure-browser.mjs";
import { ensureInstall } from "./install.mjs";
import { listLeftOut } from "./left-out.mjs";
import { expectedError, formatError, formatSeconds, print } from "./output.mjs";
import { runJourneys, TEST_PARTS } from "./test-parts.mjs";

/** @typedef {import("./counts.mjs").Counts} Counts */
/** @typedef {import("./test-parts.mjs").TestPart} TestPart */

/** @type {Counts} */
const ONE_FAILED = { passed: 0, failed: 1, skipped: 0, failures: [] };

/**
 * `--only feature` chooses one part; without it all run.
 * @param {string[]} args
 */
function chooseParts(args) {
  const at = args.indexOf("--only");
  if (at === -1) return TEST_PARTS;
  const chosen = TEST_PARTS.filter(({ key }) => key === args[at + 1]);
  if (chosen.length > 0) return chosen;
  throw expectedError(`--only takes one of: ${TEST_PARTS.map(({ key }) => key).join(", ")}.`);
}

/**
 * Something that several parts need. When it fails it is said and counted, and the parts still run, so that one
 * broken thing does not hide the others.
 * @param {string} name
 * @param {() => Promise<unknown>} prepare
 * @returns {Promise<Counts>}
 */
async function tryToPrepare(name, prepare) {
  try {
    await prepare();
    return { passed: 0, failed: 0, skipped: 0, failures: [] };
  } catch (error) {
    print(`${name} FAILED: ${formatError(error)}`);
    return ONE_FAILED;
  }
}

/** @param {TestPart} part */
async function runPart(part) {
  print(`\n── ${part.name} ──`);
  const started = performance.now();
  const counts = await part.run().catch((error) => {
    print(formatError(error));
    return ONE_FAILED;
  });
  return { name: part.name, counts, took: formatSeconds(performance.now() - started) };
}

/** @param {{ name: string, counts: Counts, took: string }} result */
function formatResult({ name, counts, took }) {
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} SKIPPED (counted as failed)` : "";
  return `  ${name.padEnd(16)} ${counts.passed} passed, ${counts.failed} failed${skipped}  (${took})`;
}

/** The journeys use the built site in a browser; the other parts need neither. @param {TestPart[]} parts */
async function prepareParts(parts) {
  if (!parts.some((part) => part.needsSite)) return [];
  return [
    await tryToPrepare("Building the server", buildServer),
    await tryToPrepare("Building the site", ensureBuild),
    await tryToPrepare("Finding Chromium", ensureBrowser),
  ];
}

/**
 * `npm test`: prepares what is missing, runs every part whatever the others did, and closes with the total alone on
 * a line.
 * @param {string[]} args
 * @returns {Promise<number>}
 */
export async function test(args) {
  const parts = chooseParts(args);
  const started = performance.now();
  const installed = await tryToPrepare("Installing", ensureInstall);
  const prepared = [installed];
  const results = [];
  if (installed.failed === 0) {
    prepared.push(...(await prepareParts(parts)));
    for (const part of parts) results.push(await runPart(part));
  }

  const total = sumCounts([...prepared, ...results.map(({ counts }) => counts)]);
  print(`\n── Summary (${formatSeconds(performance.now() - started)}) ──`);
  for (const result of results) print(formatResult(result));
  for (const line of listLeftOut(parts.map(({ key }) => key))) print(line);
  // Named once more at the end, because what the runners wrote about them is far above by now.
  for (const failure of total.failures) print(`  FAILED  ${failure}`);
  print(formatTotal(total));
  return total.failed + total.skipped === 0 && results.length === parts.length ? 0 : 1;
}

/**
 * `npm run e2e`: the journeys alone; arguments choose among them, as Playwright takes them.
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
