import { openProgress } from "./progress.mjs";

/** Prints the progress of a part of the tests that Vitest runs. */
// biome-ignore lint/style/noDefaultExport: Vitest asks for one
export default class VitestProgress {
  countFile = () => {};

  /** @param {readonly unknown[]} files */
  onTestRunStart(files) {
    this.countFile = openProgress(files.length, "files");
  }

  onTestModuleEnd() {
    this.countFile();
  }
}
