import { openProgress } from "./progress.mjs";

/** Says how far a part of the tests is that Playwright runs. */
// biome-ignore lint/style/noDefaultExport: Playwright asks for one
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
