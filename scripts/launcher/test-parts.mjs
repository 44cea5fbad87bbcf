import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runFastCheck } from "./check.mjs";
import { RULE_PROJECTS } from "./check-parts.mjs";
import { checkCounts, countPlaywright, countVitest, listFigures } from "./counts.mjs";
import { findMissingBrowser } from "./ensure-browser.mjs";
import { getNode } from "./find-node.mjs";
import { findWorkers } from "./free-cores.mjs";
import { print } from "./output.mjs";
import { inProject, TOOLS } from "./project.mjs";
import { hasRedisServer } from "./redis-server.mjs";
import { runShown } from "./run.mjs";

/** @typedef {import("./counts.mjs").Counts} Counts */
/** @typedef {import("./counts.mjs").Failure} Failure */

/**
 * `findMissing` says what this machine lacks to run the part, which is then left out; its tests are listed all the same.
 * `findPartlyMissing` says, after the part was prepared, what some of its tests lack, and which they are: only those are left out.
 * `runAlone` runs one test that failed once more; only tests that share a machine with others have it. What `isOnlyByName`
 * repeats others, and runs only where it is asked for.
 * @typedef {{ key: string, name: string, needsSite: boolean, isOnlyByName?: boolean, run: () => Promise<Counts>,
 *   findMissing?: () => string | undefined, findPartlyMissing?: () => string | undefined, runAlone?: (failure: Failure) => Promise<Counts> }} TestPart
 */

const REPORTERS = ["default", "json", inProject("scripts/launcher/count-errors-reporter.mjs")].map(
  (name) => `--reporter=${name}`,
);

/**
 * @param {string} file
 * @param {(report: any, file: string) => Counts} count
 * @returns {Counts | undefined} undefined when the runner died before it could report
 */
function findCounts(file, count) {
  try {
    return count(JSON.parse(readFileSync(file, "utf8")), file);
  } catch {
    return undefined;
  }
}

/**
 * Runs a test runner on this terminal while it also writes its report to a file, and reads that.
 * @param {(reportFile: string) => { args: string[], env?: NodeJS.ProcessEnv }} prepare
 * @param {(report: any, reportFile: string) => Counts} count
 * @param {number} [moreWorkers] than there are idle cores
 */
async function runReporting(prepare, count, moreWorkers = 0) {
  const folder = mkdtempSync(path.join(tmpdir(), "caramelo-report-"));
  const file = path.join(folder, "report.json");
  const { args, env } = prepare(file);
  const workers = { TEST_WORKERS: String((await findWorkers()) + moreWorkers) };
  const code = await runShown(getNode(), args, { env: { ...process.env, ...workers, ...env } });
  const counts = checkCounts(findCounts(file, count), code);
  rmSync(folder, { recursive: true, force: true });
  return counts;
}

/**
 * @param {string[]} projects
 * @param {string[]} [filters]
 */
function runVitest(projects, filters = []) {
  const chosen = projects.flatMap((project) => ["--project", project]);
  /** @param {string} file */
  const errorsFile = (file) => `${file}.errors`;
  return runReporting(
    (file) => ({
      args: [TOOLS.vitest, "run", ...chosen, ...filters, ...REPORTERS, `--outputFile.json=${file}`],
      env: { TEST_ERRORS_FILE: errorsFile(file) },
    }),
    (report, file) => countVitest(report, Number(readFileSync(errorsFile(file), "utf8"))),
  );
}

const DATABASE_PROJECTS = ["feature", "feature-alone"];
const FEATURE_PROJECTS = [...DATABASE_PROJECTS, "heavy"];
/** The tag of journeys that a headless shell cannot go. */
const WHOLE_BROWSER = "@whole-browser";
/** For a third of its time a journey leaves the cores idle, in which another one goes on. */
const MORE_JOURNEYS = 1;

/** @param {string[]} [filters] */
export function runJourneys(filters = []) {
  const leftOut = findMissingBrowser() ? ["--grep-invert", WHOLE_BROWSER] : [];
  return runReporting(
    (file) => ({
      args: [
        TOOLS.playwright,
        "test",
        "--config",
        "e2e/playwright.config.ts",
        "--reporter=list,json",
        ...leftOut,
        ...filters,
      ],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1" },
    }),
    (report) => {
      const figures = listFigures(report);
      if (figures.length > 0) print(`\nWhat the journeys measured:\n  ${figures.join("\n  ")}\n`);
      return countPlaywright(report);
    },
    MORE_JOURNEYS,
  );
}

const findMissingRedis = () => (hasRedisServer() ? undefined : "redis-server (Debian's package of that name)");

/** In the order of cost: what fails soonest comes first. @type {TestPart[]} */
export const TEST_PARTS = [
  { key: "check", name: "Fast check", needsSite: false, run: runFastCheck },
  { key: "rules", name: "Rule tests", needsSite: false, run: () => runVitest(RULE_PROJECTS) },
  {
    key: "feature",
    name: "Feature tests",
    needsSite: false,
    run: () => runVitest(FEATURE_PROJECTS),
    runAlone: ({ aloneArgs }) => runVitest(FEATURE_PROJECTS, aloneArgs),
  },
  {
    // The same on another PostgreSQL (DATABASE_URL), without what needs none.
    key: "database",
    name: "On a database",
    isOnlyByName: true,
    needsSite: false,
    run: () => runVitest(DATABASE_PROJECTS),
    runAlone: ({ aloneArgs }) => runVitest(DATABASE_PROJECTS, aloneArgs),
  },
  {
    key: "nodes",
    name: "Several processes",
    needsSite: false,
    findMissing: findMissingRedis,
    run: () => runVitest(["nodes"]),
    runAlone: ({ aloneArgs }) => runVitest(["nodes"], aloneArgs),
  },
  { key: "chaos", name: "Chaos", needsSite: false, run: () => runVitest(["chaos"]) },
  {
    key: "journeys",
    name: "Journeys",
    needsSite: true,
    findPartlyMissing: () => {
      const missing = findMissingBrowser();
      return missing && `journeys with the tag ${WHOLE_BROWSER}, because this machine has no ${missing}`;
    },
    run: () => runJourneys(),
    runAlone: ({ aloneArgs }) => runJourneys(aloneArgs),
  },
];
