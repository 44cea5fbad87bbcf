import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { BROWSER_MUTATIONS } from "../mutations/browser.mjs";
import { SERVER_MUTATIONS } from "../mutations/server.mjs";
import { getNode } from "./find-node.mjs";
import { ensureInstall } from "./install.mjs";
import { formatSeconds, print } from "./output.mjs";
import { inProject, ROOT, TOOLS } from "./project.mjs";
import { runQuietly } from "./run.mjs";

/**
 * One way to break the product: `from`, which stands in `file` exactly once, becomes `to`, and one of `tests` must fail.
 * @typedef {{ file: string, from: string, to: string, breaks: string, tests: string[] }} Mutation
 * @typedef {"caught" | "SURVIVED" | "OUTDATED" | "BROKEN"} Verdict
 */

/** @type {Mutation[]} */
const MUTATIONS = [...BROWSER_MUTATIONS, ...SERVER_MUTATIONS];

/** A mutated test that hangs is caught too, and need not hang for long. */
const TEST_TIMEOUT_MS = 15_000;

/** What a file held before it was mutated; empty between two mutations. @type {Map<string, string>} */
const originals = new Map();

function restoreFiles() {
  for (const [file, text] of originals) writeFileSync(file, text);
  originals.clear();
}

/** Ctrl-C ends the test runner as well, which shares this terminal. */
function restoreAtEnd() {
  process.on("exit", restoreFiles);
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => process.exit(130));
  }
}

/** The projects of vitest.config.ts that hold the tests of a mutation. @param {string[]} tests */
function projectsOf(tests) {
  if (tests.every((test) => test.endsWith("rules.test.ts"))) return ["rules"];
  return tests.every((test) => test.startsWith("apps/web/")) ? ["browser"] : ["feature", "feature-alone", "heavy"];
}

/** @param {Pick<Mutation, "tests">} mutation */
const testArguments = ({ tests }) => [
  "run",
  ...projectsOf(tests).flatMap((project) => ["--project", project]),
  ...tests,
];

/**
 * How many tests failed, and whether any ran at all.
 * @param {string[]} args
 * @returns {Promise<{ failed: number, hasRun: boolean }>}
 */
async function runTests(args) {
  const folder = mkdtempSync(path.join(tmpdir(), "caramelo-mutate-"));
  const report = path.join(folder, "report.json");
  const reporters = ["--reporter=json", `--outputFile.json=${report}`, "--bail=1", `--testTimeout=${TEST_TIMEOUT_MS}`];
  await runQuietly(getNode(), [TOOLS.vitest, ...args, ...reporters]);
  try {
    const { numFailedTests: failed, numPassedTests: passed } = JSON.parse(readFileSync(report, "utf8"));
    return { failed, hasRun: failed + passed > 0 };
  } catch {
    return { failed: 0, hasRun: false };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {Mutation} mutation
 * @returns {Promise<Verdict>}
 */
async function tryMutation(mutation) {
  const file = inProject(mutation.file);
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (text.split(mutation.from).length !== 2) return "OUTDATED";
  originals.set(file, text);
  try {
    writeFileSync(
      file,
      text.replace(mutation.from, () => mutation.to),
    );
    const { failed, hasRun } = await runTests(testArguments(mutation));
    if (!hasRun) return "BROKEN";
    return failed > 0 ? "caught" : "SURVIVED";
  } finally {
    restoreFiles();
  }
}

/** Tests that fail without a mutation would catch every one. @param {Mutation[]} mutations */
async function areTestsPassing(mutations) {
  const runs = new Map(mutations.map((mutation) => [testArguments(mutation).join(" "), testArguments(mutation)]));
  for (const args of runs.values()) {
    const { failed, hasRun } = await runTests(args);
    if (failed === 0 && hasRun) continue;
    print(`These tests do not pass as the code stands: ${args.join(" ")}`);
    return false;
  }
  return true;
}

/**
 * `npm run mutate -- <folder>`: breaks the files of a folder in the kept ways, one at a time, and says which of them
 * the tests notice.
 * @param {string[]} args
 * @returns {Promise<number>} 0 when the tests noticed every mutation
 */
export async function mutate([folder = ""]) {
  await ensureInstall();
  const wanted = path.relative(ROOT, path.resolve(ROOT, folder)).split(path.sep).join("/");
  const mutations = MUTATIONS.filter(({ file }) => file.startsWith(wanted));
  if (mutations.length === 0) {
    print(`There are no mutations of files in ${folder}.`);
    return 1;
  }
  restoreAtEnd();
  const started = performance.now();
  if (!(await areTestsPassing(mutations))) return 1;
  let caught = 0;
  for (const mutation of mutations) {
    const verdict = await tryMutation(mutation);
    if (verdict === "caught") caught += 1;
    print(`  ${verdict.padEnd(8)}  ${mutation.file}: ${mutation.breaks}`);
  }
  print(`${caught} of ${mutations.length} mutations caught in ${formatSeconds(performance.now() - started)}.`);
  return caught === mutations.length ? 0 : 1;
}
