import { openProgress } from "./progress.mjs";

/** Prints the progress of a part of the tests that Playwright runs. */
// biome-ignore lint/style/noDefaultExport: Playwright requires a default export
export default class PlaywrightProgress {
  countJourney = () => {};

  /** @param {unknown} _config @param {import("@playwright/test/reporter").Suite} suite */
  onBegin(_config, suite) {
    this.countJourney = openProgress(suite.allTests().length, "journeys");
  }

  onTestEnd() {
    this.countJourney();
  }

  printsToStdio() {
    return false;
  }
}
