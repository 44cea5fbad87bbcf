import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { hasLastRelease, LAST_RELEASE } from "../last-release.mjs";
import { findMissingBrowser } from "./browser.mjs";
import { runFastCheck } from "./check.mjs";
import { RULE_PROJECTS } from "./check-parts.mjs";
import { IN_NPM_TEST, leaveOut, WHOLE_BROWSER } from "./choose-journeys.mjs";
import { checkCounts, countPlaywright, countVitest } from "./counts.mjs";
import { findMissingEngines, listFoundEngines } from "./engines.mjs";
import { listMissingPackages } from "./packages.mjs";
import { getNode, inProject, TOOLS } from "./project.mjs";
import { runShown, WORKERS } from "./run.mjs";

/** @typedef {import("./counts.mjs").Counts} Counts */

/**
 * A part of the tests. `belongsTo`: `npm test` runs the parts of `test`, `npm run test:all` those of `rest` as well. A
 * part of `name` repeats tests of others where something is different, and runs only when `--only` names it.
 * `projects` are those of vitest.config.ts that the part runs, and `files` the beginnings of names where it runs only
 * some. `findLeftOut` says, after the part was prepared, which of its tests this machine cannot run, and why.
 * `rerun` runs failed files once more, one at a time. Only parts whose tests run in parallel have it.
 * @typedef {{ key: string, belongsTo: "test" | "rest" | "name", needsSite?: boolean, projects?: string[], files?: string[],
 *   run: () => Promise<Counts>, findLeftOut?: () => string | undefined, rerun?: (files: string[]) => Promise<Counts> }} TestPart
 */

/** The workers beyond the cores, because tests wait for locks that time out, slow mail servers and processes that start. */
const MORE_WORKERS = 1;

/**
 * Runs a test runner on this terminal. Its counts come from the report that it also writes to a file.
 * @param {(reportFile: string) => string[]} listArgs
 * @param {(report: any) => Counts} count
 * @param {NodeJS.ProcessEnv} env
 */
async function runReporting(listArgs, count, env) {
  const folder = mkdtempSync(path.join(tmpdir(), "caramelo-report-"));
  const file = path.join(folder, "report.json");
  const more = { TEST_WORKERS: String(WORKERS + MORE_WORKERS), PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const code = await runShown(getNode(), listArgs(file), { env: { ...process.env, ...more, ...env } });
  try {
    return checkCounts(count(JSON.parse(readFileSync(file, "utf8"))), code);
  } catch {
    return checkCounts(undefined, code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string[]} projects
 * @param {string[]} [args] files and other arguments
 * @param {NodeJS.ProcessEnv} [env]
 * @param {string[]} [command] of Vitest
 */
function runVitest(projects, args = [], env = {}, command = ["run"]) {
  const chosenProjects = projects.map((project) => `--project=${project}`);
  const reporters = ["--reporter=default", "--reporter=json"];
  // Many tests start the product and its workers, so the first start leaves its compiled code for the others.
  const compiled = { NODE_COMPILE_CACHE: inProject("node_modules/.cache/caramelo/compiled") };
  return runReporting(
    (file) => [TOOLS.vitest, ...command, ...chosenProjects, ...args, ...reporters, `--outputFile.json=${file}`],
    countVitest,
    { ...compiled, ...env },
  );
}

/**
 * @param {string[]} args
 * @param {string[]} [patterns] of the journeys that are left out
 */
export function runJourneys(args, patterns = []) {
  const leftOut = leaveOut([...patterns, ...(findMissingBrowser() ? [WHOLE_BROWSER] : [])]);
  const command = [TOOLS.playwright, "test", "--config", "e2e/playwright.config.ts", "--reporter=list,json"];
  // The other engines are asked for by name.
  if (!args.some((arg) => arg.startsWith("--project"))) command.push("--project=phone", "--project=desktop");
  const env = { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1" };
  return runReporting(() => [...command, ...leftOut, ...args], countPlaywright, env);
}

/** Runs the journeys of e2e/engines in the browsers that were found. @param {string[]} [args] @returns {Promise<Counts>} */
async function runInEngines(args = []) {
  const projects = listFoundEngines().map((engine) => `--project=${engine}`);
  return projects.length > 0 ? runJourneys([...projects, ...args]) : { passed: 0, failures: [] };
}

/**
 * A part whose tests run in parallel.
 * @param {Omit<TestPart, "run"> & { projects: string[] }} part
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {TestPart}
 */
const vitestPart = (part, env) => ({
  ...part,
  run: () => runVitest(part.projects, part.files, env),
  rerun: (files) => runVitest(part.projects, files, { ...env, TEST_WORKERS: "1" }),
});

/** @param {TestPart} part @returns {TestPart} */
const journeysPart = (part) => ({
  needsSite: true,
  rerun: () => runJourneys(["--last-failed", "--workers=1"]),
  ...part,
});

/** Why this machine cannot run the tests of whole sites, or one of them; undefined where it can. */
function findMissingForSites() {
  const missingPackages = listMissingPackages().join(", ");
  if (missingPackages)
    return `tests of whole sites (*.sites.test.ts), because this machine lacks Debian's ${missingPackages}`;
  if (hasLastRelease()) return undefined;
  return `the test of two releases, because the history has no commit ${LAST_RELEASE.commit} (scripts/last-release.json)`;
}

/**
 * The tests that differ on another PostgreSQL: their statements depend on the server. About a tenth of the feature
 * tests' time, because all other statements are plain SQL, which these send as well.
 */
const ON_ANOTHER_POSTGRES = [
  "src/platform/database/",
  "src/base/",
  "features/backup/backup.feature",
  ...["changes", "discovery.feature", "load-members", "memory"].map((name) => `features/discovery/${name}`),
  "/plans.feature",
];

/** The tests that write and read files. All others are the same in a bucket. */
const IN_A_BUCKET = [
  "features/backup/backup.feature",
  "features/exports/exports.feature",
  "features/photos/photos.feature",
  "features/verification/verification.feature",
];

/** @type {TestPart[]} */
export const TEST_PARTS = [
  { key: "check", belongsTo: "test", run: runFastCheck },
  vitestPart({ key: "rules", belongsTo: "test", projects: RULE_PROJECTS }),
  vitestPart({ key: "feature", belongsTo: "test", projects: ["feature", "alone"] }),
  journeysPart({ key: "journeys", belongsTo: "test", run: () => runJourneys(["--grep", IN_NPM_TEST]) }),
  {
    ...vitestPart({ key: "sites", belongsTo: "rest", projects: ["sites"], findLeftOut: findMissingForSites }),
    run: async () => {
      if (listMissingPackages().length > 0) return { passed: 0, failures: [] };
      const leftOut = hasLastRelease() ? [] : ["--exclude=chaos/rolling.sites.test.ts"];
      // They mostly wait for processes that start, drain or must be noticed, but not all of them do.
      return runVitest(["sites"], leftOut, { TEST_WORKERS: "2" });
    },
  },
  vitestPart({ key: "slow", belongsTo: "rest", projects: ["slow"] }),
  journeysPart({
    key: "more-journeys",
    belongsTo: "rest",
    run: () => runJourneys([], [IN_NPM_TEST]),
    findLeftOut: () => {
      const missingBrowser = findMissingBrowser();
      return missingBrowser && `journeys with the tag ${WHOLE_BROWSER}, because this machine has no ${missingBrowser}`;
    },
  }),
  journeysPart({
    key: "engines",
    belongsTo: "rest",
    run: () => runInEngines(),
    rerun: () => runInEngines(["--last-failed", "--workers=1"]),
    findLeftOut: () => {
      const missingEngines = findMissingEngines();
      return missingEngines && `journeys in other engines, because this machine has no ${missingEngines}`;
    },
  }),
  {
    ...vitestPart({ key: "properties", belongsTo: "name", projects: RULE_PROJECTS }),
    run: () => runVitest(RULE_PROJECTS, [], {}, ["related", "testing/properties.ts", "--run"]),
  },
  vitestPart(
    { key: "bucket", belongsTo: "name", projects: ["feature"], files: IN_A_BUCKET },
    { TEST_STORAGE: "bucket" },
  ),
  vitestPart({ key: "database", belongsTo: "name", projects: ["feature", "slow"], files: ON_ANOTHER_POSTGRES }),
];
