// Reads what the test runners report. Pure: reports in, counts out.
import path from "node:path";
import { ROOT } from "./project.mjs";

/** Enough characters for an assertion and the actual value. */
const REASON_MAX = 600;

/**
 * What did not pass: the name of a test with its file, which is the same in every checkout, and the beginning of the
 * reason. `file` is missing where no file can be run again.
 * @typedef {{ name: string, reason: string, file?: string }} Failure
 * @typedef {{ passed: number, failures: Failure[] }} Counts
 */

/**
 * @typedef {{ status: string, ancestorTitles: string[], title: string, failureMessages: string[] }} VitestTest
 * @typedef {{ name: string, status: string, message?: string, assertionResults: VitestTest[] }} VitestFile
 * @typedef {{ status: string, projectName: string, results: { errors: { message?: string }[] }[] }} PlaywrightTest
 * @typedef {{ specs?: { title: string, file: string, tests: PlaywrightTest[] }[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 */

/**
 * The beginning of an error message on one line, without terminal colours.
 * @param {string} [message]
 */
function formatReason(message = "") {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with a control character
  const plain = message.replaceAll(/\u001b\[[\d;]*m/g, "");
  return plain.replaceAll(/\s+/g, " ").trim().slice(0, REASON_MAX);
}

/** @param {Failure} failure */
export const formatFailure = ({ name, reason }) => (reason === "" ? name : `${name} | ${reason}`);

/**
 * Counts Vitest's JSON report. A test that was skipped or is still to do did not pass. A file that failed although its
 * tests did not (it could not be loaded, or a hook threw) counts as one failed test.
 * @param {{ testResults: VitestFile[] }} report
 * @returns {Counts}
 */
export function countVitest({ testResults }) {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(ROOT, path.resolve(ROOT, name));
    const failedTests = assertionResults.filter((test) => test.status !== "passed");
    if (failedTests.length === 0 && status === "failed") return [{ name: file, reason: formatReason(message), file }];
    return failedTests.map((test) => {
      const fullName = [...test.ancestorTitles, test.title].join(" > ");
      return { name: `${file}: ${fullName}`, reason: formatReason(test.failureMessages[0] ?? test.status), file };
    });
  });
  const passedTests = testResults.flatMap((file) => file.assertionResults.filter(({ status }) => status === "passed"));
  return { passed: passedTests.length, failures };
}

/** @param {PlaywrightSuite} suite @returns {{ status: string, failure: Failure }[]} */
const listJourneys = ({ specs = [], suites = [] }) => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests.map(({ status, projectName, results }) => {
      const reason = formatReason(results.flatMap(({ errors }) => errors)[0]?.message ?? status);
      return { status, failure: { name: `[${projectName}] ${file}: ${title}`, reason, file } };
    }),
  ),
  ...suites.flatMap(listJourneys),
];

/**
 * Counts Playwright's JSON report. `errors` are those outside every test, such as a server that did not start.
 * @param {{ errors: { message?: string }[], suites: PlaywrightSuite[] }} report
 * @returns {Counts}
 */
export function countPlaywright({ errors, suites }) {
  const journeys = suites.flatMap(listJourneys);
  const failures = journeys.flatMap(({ status, failure }) => (status === "expected" ? [] : [failure]));
  const outside = errors.map(({ message }) => ({ name: "outside of the journeys", reason: formatReason(message) }));
  return { passed: journeys.length - failures.length, failures: [...failures, ...outside] };
}

/**
 * The counts of a run. One that reported nothing, passed nothing, or ended with an error without naming a failed test,
 * has failed.
 * @param {Counts | undefined} counts
 * @param {number} exitCode
 * @returns {Counts}
 */
export function checkCounts(counts = { passed: 0, failures: [] }, exitCode) {
  if (counts.failures.length > 0 || (exitCode === 0 && counts.passed > 0)) return counts;
  const reason = counts.passed === 0 ? "no test ran" : `an error outside of every test (exit code ${exitCode})`;
  return { ...counts, failures: [{ name: "the run", reason }] };
}

/**
 * The last line of `npm test`.
 * @param {Counts[]} parts
 */
export function formatTotal(parts) {
  const passedCount = parts.reduce((sum, part) => sum + part.passed, 0);
  return `${passedCount} passed, ${parts.reduce((sum, { failures }) => sum + failures.length, 0)} failed`;
}
