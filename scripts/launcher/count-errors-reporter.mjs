import { writeFileSync } from "node:fs";

/**
 * Counts the errors outside of tests, which Vitest's JSON report lacks, and writes the number into the file that the
 * launcher names.
 */
// biome-ignore lint/style/noDefaultExport: Vitest requires a default export
export default class CountErrorsReporter {
  /** @param {unknown} _modules @param {readonly unknown[]} errors */
  onTestRunEnd(_modules, errors) {
    writeFileSync(process.env.TEST_ERRORS_FILE ?? "", String(errors.length));
  }
}
