import { writeFileSync } from "node:fs";

/** Counts the errors outside every test, which Vitest's JSON report does not have, into the file that the launcher names. */
// biome-ignore lint/style/noDefaultExport: Vitest asks for one
export default class CountErrorsReporter {
  /** @param {unknown} _modules @param {readonly unknown[]} errors */
  onTestRunEnd(_modules, errors) {
    writeFileSync(process.env.TEST_ERRORS_FILE ?? "", String(errors.length));
  }
}
