// Reads what the test runners report. Pure: reports in, counts out.
import path from "node:path";
import { ROOT } from "./project.mjs";

/** Enough characters for an assertion and the actual value. */
const REASON_MAX = 600;

/**
 * The beginning of an error message on one line, without terminal colours.
 * @param {string} [message]
 */
function formatReason(message) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with a control character
  const plain = (message ?? "").replaceAll(/\u001b\[[\d;]*m/g, "");
  return plain.replaceAll(/\s+/g, " ").trim().slice(0, REASON_MAX);
}

/** A regular expression that matches only this text. @param {string} text */
const escapePattern = (text) => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, "\\$&");

/** @param {Failure} failure */
export const formatFailure = ({ name, reason }) => (reason === "" ? name : `${name} | ${reason}`);

/**
 * A test that failed: its name with its file (the same in every checkout), the beginning of the reason, and the
 * arguments with which its runner runs it alone.
 * @typedef {{ name: string, reason: string, aloneArgs: string[] }} Failure
 */

/**
 * `skipped` counts tests that exist but did not run. They count as failed and are only reported separately. `failures`
 * lists what failed, as far as it has a name.
 * @typedef {{ passed: number, failed: number, skipped: number, failures: Failure[] }} Counts
 */

/**
 * @typedef {{ title: string, specs?: { title: string, file: string, line: number, tests: { status: string,
 *   projectName: string, annotations?: { type: string, description?: string }[],
 *   results: { errors: { message?: string, location?: { line: number } }[] }[] }[] }[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 */

/** @typedef {{ status: string, ancestorTitles: string[], title: string, failureMessages: string[] }} VitestAssertion */
/** @typedef {{ name: string, status: string, assertionResults: VitestAssertion[] }} VitestFile */

/**
 * Counts Vitest's JSON report and the errors outside every test, which count-errors-reporter.mjs has counted. A file
 * that failed although its tests did not (it could not be loaded, or a hook threw) counts as one failed test.
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: VitestFile[] }} report
 * @param {number} [errorsOutside]
 * @returns {Counts}
 */
export function countVitest(report, errorsOutside = 0) {
  const brokenFiles = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some(({ status }) => status === "failed"),
  );
  return {
    failures: [
      ...brokenFiles.map(({ name }) => ({ name: inCheckout(name), reason: "", aloneArgs: [inCheckout(name)] })),
      ...report.testResults.flatMap(listVitestFailures),
    ],
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length + errorsOutside,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** A file's path within the project. @param {string} file */
const inCheckout = (file) => path.relative(ROOT, path.resolve(ROOT, file));

/**
 * @param {VitestFile} file
 * @returns {Failure[]}
 */
function listVitestFailures({ name, assertionResults }) {
  const file = inCheckout(name);
  return assertionResults
    .filter(({ status }) => status === "failed")
    .map(({ ancestorTitles, title, failureMessages: [message] }) => {
      // The name in the form that Vitest compares with a pattern.
      const fullName = [...ancestorTitles, title].join(" > ");
      return {
        name: `${file}: ${fullName}`,
        reason: formatReason(message),
        aloneArgs: [file, "--testNamePattern", `^${escapePattern(fullName)}$`],
      };
    });
}

/**
 * Counts Playwright's JSON report. `errors` are those outside every test, such as a server that did not start. A flaky
 * test, which retries would make, counts as failed.
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: unknown[],
 *   suites: PlaywrightSuite[] }} report
 * @returns {Counts}
 */
export function countPlaywright({ stats, errors, suites }) {
  const failed = stats.unexpected + stats.flaky + errors.length;
  return { passed: stats.expected, failed, skipped: stats.skipped, failures: suites.flatMap(listPlaywrightFailures) };
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {Failure[]}
 */
function listPlaywrightFailures({ specs = [], suites = [] }) {
  const failures = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ projectName, results }) => ({
        name: `[${projectName}] ${file}: ${title}`,
        reason: formatReason(firstError(results)),
        aloneArgs: [`${file}:${line}`, "--project", projectName, "--grep", `${escapePattern(title)}( @\\S+)*$`],
      })),
  );
  return [...failures, ...suites.flatMap(listPlaywrightFailures)];
}

/**
 * What journeys measured and noted as annotations: one line for each journey that did.
 * @param {{ suites: PlaywrightSuite[] }} report
 * @returns {string[]}
 */
export function listFigures({ suites }) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.flatMap(({ file, line, tests }) =>
      tests.flatMap(({ projectName, annotations = [] }) => {
        const figures = annotations.map(({ type, description }) => `${type}: ${description}`);
        return figures.length > 0 ? [`[${projectName}] ${file}:${line} ${figures.join("; ")}`] : [];
      }),
    ),
    ...listFigures({ suites: inner }),
  ]);
}

/**
 * @param {{ errors: { message?: string, location?: { line: number } }[] }[]} results
 * @returns {string | undefined}
 */
function firstError(results) {
  const error = results.flatMap(({ errors }) => errors)[0];
  if (error?.message === undefined) return undefined;
  return error.location ? `line ${error.location.line}: ${error.message}` : error.message;
}

/**
 * The counts of a part of the tests. A part that reported nothing, ran nothing, or ended with an error without naming a
 * failed test, counts as one failed test.
 * @param {Counts | undefined} counts
 * @param {number} exitCode
 * @returns {Counts}
 */
export function checkCounts(counts, exitCode) {
  if (!counts) return { passed: 0, failed: 1, skipped: 0, failures: [] };
  const isEmpty = counts.passed === 0 && counts.skipped === 0;
  const isSilentlyBad = counts.failed === 0 && (exitCode !== 0 || isEmpty);
  return isSilentlyBad ? { ...counts, failed: 1 } : counts;
}

/**
 * @param {Counts[]} parts
 * @returns {Counts}
 */
export function sumCounts(parts) {
  /** @type {Counts} */
  const sum = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const part of parts) {
    sum.passed += part.passed;
    sum.failed += part.failed;
    sum.skipped += part.skipped;
    sum.failures.push(...part.failures);
  }
  return sum;
}

/**
 * The last line of `npm test`. Skipped tests count as failed.
 * @param {Counts} counts
 */
export function formatTotal({ passed, failed, skipped }) {
  return `${passed} passed, ${failed + skipped} failed`;
}
