import { openProgress } from "./progress.mjs";

/** Says how far a part of the tests is that Vitest runs. */
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
