// Reads what the test runners report. Pure: reports in, counts out.

/**
 * `skipped` are tests that exist and did not run: for us a fault, told apart only to be said.
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 */

/**
 * Vitest's JSON report. A file that could not even be loaded holds no test and counts as one failed.
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: { status: string, assertionResults: unknown[] }[] }} report
 * @returns {Counts}
 */
export function countVitest(report) {
  const broken = report.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * Playwright's JSON report. `errors` are faults outside every test, such as a server that did not start. A flaky test
 * failed once: retries are off, and if they were not, it would still have failed.
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: unknown[] }} report
 * @returns {Counts}
 */
export function countPlaywright({ stats, errors }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped };
}

/**
 * What a part of the tests amounts to: one that reported nothing, ran nothing, or ended badly without saying which
 * test failed, counts as one failed.
 * @param {Counts | undefined} counts
 * @param {number} exitCode
 * @returns {Counts}
 */
export function judgePart(counts, exitCode) {
  if (!counts) return { passed: 0, failed: 1, skipped: 0 };
  const isSilentlyBad = counts.failed === 0 && counts.skipped === 0 && (exitCode !== 0 || counts.passed === 0);
  return isSilentlyBad ? { ...counts, failed: 1 } : counts;
}

/**
 * @param {Counts[]} parts
 * @returns {Counts}
 */
export function sumCounts(parts) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const part of parts) {
    sum.passed += part.passed;
    sum.failed += part.failed;
    sum.skipped += part.skipped;
  }
  return sum;
}

/**
 * The line that `npm test` closes with. What was skipped did not pass.
 * @param {Counts} counts
 */
export function wordTotal({ passed, failed, skipped }) {
  return `${passed} passed, ${failed + skipped} failed`;
}
