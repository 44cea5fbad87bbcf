import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runFastCheck } from "./check.mjs";
import { RULE_PROJECTS } from "./check-parts.mjs";
import { IN_NPM_TEST, leaveOut, WHOLE_BROWSER } from "./choose-journeys.mjs";
import { checkCounts, countPlaywright, countVitest, listFigures } from "./counts.mjs";
import { findMissingBrowser } from "./ensure-browser.mjs";
import { getNode } from "./find-node.mjs";
import { findWorkers } from "./free-cores.mjs";
import { hasHaproxy } from "./haproxy.mjs";
import { hasLastRelease, LAST_RELEASE } from "./last-release.mjs";
import { print } from "./output.mjs";
import { hasPostgresServer } from "./postgres-server.mjs";
import { inProject, TOOLS } from "./project.mjs";
import { hasPrometheus } from "./prometheus.mjs";
import { hasRedisServer } from "./redis-server.mjs";
import { runShown } from "./run.mjs";

/** @typedef {import("./counts.mjs").Counts} Counts */
/** @typedef {import("./counts.mjs").Failure} Failure */

/**
 * A part of the tests. `belongsTo`: `npm test` runs the parts of `test`, `npm run test:all` those of `rest` as well. A
 * part of `name` repeats tests of others, and runs only when `--only` names it.
 * `findPartlyMissing` says, after the part was prepared, which of its tests are left out on this machine, and why: a
 * line for each reason.
 * `runAlone` runs one failed test once more. Only parts whose tests run beside each other have it.
 * `projects` are those of vitest.config.ts that the part runs.
 * @typedef {{ key: string, name: string, belongsTo: "test" | "rest" | "name", needsSite: boolean, projects?: string[],
 *   run: () => Promise<Counts>, findPartlyMissing?: () => string | undefined, runAlone?: (failure: Failure) => Promise<Counts> }} TestPart
 */

const REPORTERS = [
  "default",
  "json",
  inProject("scripts/launcher/count-errors-reporter.mjs"),
  inProject("scripts/launcher/vitest-progress.mjs"),
].map((name) => `--reporter=${name}`);

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
 * Runs a test runner on this terminal. Its counts come from the report that it also writes to a file.
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
 * @param {number} [moreWorkers] than there are idle cores
 * @param {NodeJS.ProcessEnv} [env]
 */
function runVitest(projects, filters = [], moreWorkers = 0, env = {}) {
  const chosen = projects.flatMap((project) => ["--project", project]);
  /** @param {string} file */
  const errorsFile = (file) => `${file}.errors`;
  return runReporting(
    (file) => ({
      args: [TOOLS.vitest, "run", ...chosen, ...filters, ...REPORTERS, `--outputFile.json=${file}`],
      // Many tests start the product and its workers, so the first start leaves its compiled code for the others.
      env: { TEST_ERRORS_FILE: errorsFile(file), NODE_COMPILE_CACHE: COMPILED, ...env },
    }),
    (report, file) => countVitest(report, Number(readFileSync(errorsFile(file), "utf8"))),
    moreWorkers,
  );
}

const COMPILED = inProject("node_modules/.cache/caramelo/compiled");
/** What sends statements of the product, to be tried on another PostgreSQL. */
const DATABASE_FILES = ["apps/server/src/"];
/** Tests of what is stored in files. */
const STORAGE_FILES = [
  ...["photos", "exports", "verification"].map((feature) => `features/${feature}/`),
  "features/backup/backup.feature",
  "features/backup/erasures.feature",
];
const ROLLING = "chaos/rolling.sites.test.ts";
const ENGINES = "chaos/engines.sites.test.ts";
/** Tests of a failover and of replicas, which need Debian's PostgreSQL and Redis. */
const FAILOVER = "{apps,chaos}/**/{failover,replicas}.sites.test.ts";
/** The workers beyond the idle cores, because a journey leaves its core idle for a third of the time. */
const MORE_JOURNEYS = 1;
/**
 * The workers beyond the idle cores, because tests wait for locks that time out, slow mail servers and processes that
 * start.
 */
const MORE_FILES = 1;

const JOURNEYS = [TOOLS.playwright, "test", "--config", "e2e/playwright.config.ts"];

/**
 * @param {string[]} filters
 * @param {string[]} [tags] of the journeys that are left out
 */
export function runJourneys(filters, tags = []) {
  const missing = findMissingBrowser() ? [WHOLE_BROWSER] : [];
  return runReporting(
    (file) => ({
      args: [
        ...JOURNEYS,
        `--reporter=list,json,${inProject("scripts/launcher/playwright-progress.mjs")}`,
        ...leaveOut([...tags, ...missing]),
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

/** @typedef {Pick<TestPart, "key" | "name" | "belongsTo"> & { projects: string[] }} VitestPart */

/**
 * @param {VitestPart} part
 * @returns {TestPart}
 */
const vitestPart = (part) => ({ ...part, needsSite: false, run: () => runVitest(part.projects) });

/**
 * A part whose tests run beside each other.
 * @param {VitestPart} part
 * @returns {TestPart}
 */
const sharingPart = (part) => ({
  ...vitestPart(part),
  run: () => runVitest(part.projects, [], MORE_FILES),
  runAlone: ({ aloneArgs }) => runVitest(part.projects, aloneArgs),
});

/**
 * A part that repeats tests of others where something is different.
 * @param {VitestPart} part
 * @param {string[]} files
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {TestPart}
 */
const repeatingPart = (part, files, env) => ({
  ...vitestPart(part),
  run: () => runVitest(part.projects, files, MORE_FILES, env),
  runAlone: ({ aloneArgs }) => runVitest(part.projects, aloneArgs, 0, env),
});

const mayFailOver = () => hasRedisServer() && hasPostgresServer();

/** Where a Redis or a PostgreSQL is missing, the tests that need it are left out. @type {TestPart} */
const KILLS = {
  ...sharingPart({ key: "kills", name: "Kills and fuzzing", belongsTo: "rest", projects: ["slow", "sites"] }),
  run: () => {
    const leftOut = [ROLLING, ENGINES, ...(mayFailOver() ? [] : [FAILOVER])];
    const exclude = leftOut.map((pattern) => `--exclude=${pattern}`);
    return runVitest(hasRedisServer() ? ["slow", "sites"] : ["slow"], exclude, MORE_FILES);
  },
  // What kills amid sends reveal once is a fault, even if a second run passes.
  runAlone: ({ aloneArgs }) =>
    runVitest(["slow", "sites"], [...aloneArgs, "--exclude=chaos/chaos.slow.test.ts", `--exclude=${FAILOVER}`]),
  findPartlyMissing: () => {
    const missing = [
      hasRedisServer() ? [] : ["redis-server (tests of several processes and of a failover)"],
      hasPostgresServer() ? [] : ["postgresql-15 (tests of a failover)"],
    ].flat();
    if (missing.length === 0) return undefined;
    return `what needs Debian's packages that this machine has not: ${missing.join(", ")}`;
  },
};

/** Why this machine cannot run the last release beside this one; undefined where it can. */
function findMissingForRolling() {
  const why = [
    hasRedisServer() ? [] : "this machine has no redis-server (Debian's package of that name)",
    hasHaproxy() ? [] : "this machine has no haproxy (Debian's package of that name)",
    hasLastRelease() ? [] : `this checkout's history has no commit ${LAST_RELEASE.commit} (scripts/last-release.json)`,
  ].flat();
  return why.length > 0 ? `the test of two releases side by side, because ${why.join(" and ")}` : undefined;
}

/** Which of Debian's packages this machine lacks to run all that a site runs on. */
function findMissingEngines() {
  const missing = [
    hasRedisServer() ? [] : "redis-server",
    hasPostgresServer() ? [] : "postgresql-15",
    hasHaproxy() ? [] : "haproxy",
    hasPrometheus() ? [] : "prometheus",
  ].flat();
  if (missing.length === 0) return undefined;
  return `the kills of everything that a site runs on, because this machine lacks Debian's ${missing.join(", ")}`;
}

/** What each test of a whole site lacks on this machine. @type {Record<string, () => string | undefined>} */
const MISSING_FOR_SITES = { [ROLLING]: findMissingForRolling, [ENGINES]: findMissingEngines };

/**
 * Sites of several processes, which are restarted or killed while members wait for them. They mostly wait, so two go on
 * beside each other, but nothing else does.
 * @param {Pick<TestPart, "key" | "name" | "belongsTo">} part
 * @param {string[]} files
 * @returns {TestPart}
 */
function sitesPart(part, files) {
  return {
    ...vitestPart({ ...part, projects: ["sites"] }),
    run: async () => {
      const possible = files.filter((file) => MISSING_FOR_SITES[file]?.() === undefined);
      return possible.length > 0 ? runVitest(["sites"], possible) : { passed: 0, failed: 0, skipped: 0, failures: [] };
    },
    findPartlyMissing: () => files.flatMap((file) => MISSING_FOR_SITES[file]?.() ?? []).join("\n") || undefined,
  };
}

/**
 * @param {Pick<TestPart, "key" | "name" | "belongsTo" | "run">} part
 * @returns {TestPart}
 */
function journeysPart(part) {
  return { ...part, needsSite: true, runAlone: ({ aloneArgs }) => runJourneys(aloneArgs) };
}

/** Ordered by how long they take, so that failures show early. @type {TestPart[]} */
export const TEST_PARTS = [
  { key: "check", name: "Fast check", belongsTo: "test", needsSite: false, run: runFastCheck },
  vitestPart({ key: "rules", name: "Rule tests", belongsTo: "test", projects: RULE_PROJECTS }),
  sharingPart({ key: "feature", name: "Feature tests", belongsTo: "test", projects: ["feature", "alone"] }),
  journeysPart({
    key: "journeys",
    name: "Journeys",
    belongsTo: "test",
    run: () => runJourneys(["--grep", `${IN_NPM_TEST}\\b`]),
  }),
  sitesPart({ key: "sites", name: "Whole sites", belongsTo: "rest" }, [ROLLING, ENGINES]),
  sitesPart({ key: "rolling", name: "Two releases", belongsTo: "name" }, [ROLLING]),
  sitesPart({ key: "engines", name: "Everything dies", belongsTo: "name" }, [ENGINES]),
  KILLS,
  {
    ...journeysPart({
      key: "more-journeys",
      name: "More journeys",
      belongsTo: "rest",
      run: () => runJourneys([], [IN_NPM_TEST]),
    }),
    findPartlyMissing: () => {
      const missing = findMissingBrowser();
      return missing && `journeys with the tag ${WHOLE_BROWSER}, because this machine has no ${missing}`;
    },
  },
  // Repeats the tests of what is stored in files, with a bucket in place of the data folder.
  repeatingPart({ key: "bucket", name: "In a bucket", belongsTo: "name", projects: ["feature"] }, STORAGE_FILES, {
    TEST_STORAGE: "bucket",
  }),
  // Repeats the tests that need a database, to try their statements on the PostgreSQL of DATABASE_URL.
  repeatingPart(
    { key: "database", name: "On a database", belongsTo: "name", projects: ["feature", "alone", "slow"] },
    DATABASE_FILES,
  ),
];
