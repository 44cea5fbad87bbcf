import { spawnSync } from "node:child_process";
import { installPackages, mayInstallPackages } from "./debian-packages.mjs";
import { print } from "./output.mjs";

/** Whether this machine can start a Prometheus, which the kills of everything that a site runs on need. */
export const hasPrometheus = () => spawnSync("prometheus", ["--version"], { stdio: "ignore" }).status === 0;

/**
 * Installs Debian's Prometheus where there is none and installing is allowed. Without it, the tests that need it are left
 * out.
 * @returns {Promise<void>}
 */
export async function tryToInstallPrometheus() {
  if (hasPrometheus() || !mayInstallPackages()) return;
  print("Installing Debian's prometheus for the kills of everything that a site runs on …");
  await installPackages(["prometheus"]);
}
