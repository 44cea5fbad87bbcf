// The names of all tests, as the test runners themselves list them: see docs/topics/tests.md.
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { inProject, TOOLS } from "./launcher/project.mjs";
import { runQuietly } from "./launcher/run.mjs";

/**
 * The name with those of the groups around it. `isLate`: a journey that only `npm run test:all` runs.
 * @typedef {{ name: string, file: string, isLate?: boolean }} TestName
 */

/**
 * @typedef {{ title: string, file: string, specs?: { title: string, file: string, tags?: string[] }[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 */

/**
 * The JSON of `vitest list`. Tests that never run (`skip`, `todo`) are not in it.
 * @param {{ name: string, file: string }[]} tests
 * @returns {TestName[]}
 */
export function readVitestNames(tests) {
  return tests.map(({ name, file }) => ({ name, file: path.relative(inProject(), file) }));
}

/**
 * A suite of Playwright's JSON report with everything below it.
 * @param {PlaywrightSuite} suite
 * @param {string[]} groups titles of the groups around the suite
 * @returns {TestName[]}
 */
function readSuite({ specs = [], suites = [] }, groups) {
  return [
    ...specs.map(({ title, file, tags = [] }) => ({
      name: [...groups, title].join(" > "),
      file: `e2e/${file}`,
      isLate: !tags.includes("npm-test"),
    })),
    ...suites.flatMap((suite) => readSuite(suite, [...groups, suite.title])),
  ];
}

/**
 * Playwright's JSON report.
 * @param {{ suites: PlaywrightSuite[] }} report one suite a file
 * @returns {TestName[]}
 */
export function readPlaywrightNames({ suites }) {
  return suites.flatMap((suite) => readSuite(suite, []));
}

/**
 * Runs a test runner that writes JSON to a file, and reads that.
 * @param {(file: string) => { args: string[], env?: NodeJS.ProcessEnv }} prepare
 */
async function runForJson(prepare) {
  const folder = mkdtempSync(path.join(tmpdir(), "caramelo-names-"));
  const file = path.join(folder, "names.json");
  try {
    const { args, env } = prepare(file);
    const { code, output } = await runQuietly(process.execPath, args, { env: { ...process.env, ...env } });
    if (code !== 0) throw new Error(`The tests could not be listed:\n${output}`);
    return JSON.parse(readFileSync(file, "utf8"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Asks Vitest and Playwright for their tests without running any. Must run on the project's own Node.
 * @returns {Promise<TestName[]>}
 */
export async function listTestNames() {
  // A file of slow tests next to a file of the same name only imports that, to try every case.
  const importingFiles = globSync("**/*.slow.test.ts", { cwd: inProject(), exclude: ["**/node_modules"] }).filter(
    (name) => ["feature", "alone"].some((kind) => existsSync(inProject(name.replace(".slow.", `.${kind}.`)))),
  );
  const [tests, journeys] = await Promise.all([
    runForJson((file) => ({
      args: [TOOLS.vitest, "list", ...importingFiles.map((name) => `--exclude=${name}`), `--json=${file}`],
    })),
    runForJson((file) => ({
      args: [TOOLS.playwright, "test", "--config", "e2e/playwright.config.ts", "--list", "--reporter=json"],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    })),
  ]);
  return [...readVitestNames(tests), ...readPlaywrightNames(journeys)];
}
