import { spawnSync } from "node:child_process";
import { installPackages, mayInstallPackages } from "./debian-packages.mjs";
import { print } from "./output.mjs";

/** Whether this machine can start a HAProxy, which the test of two releases needs. */
export const hasHaproxy = () => spawnSync("haproxy", ["-v"], { stdio: "ignore" }).status === 0;

/**
 * Installs Debian's HAProxy where there is none and installing is allowed. Without it, the tests that need it are left
 * out.
 * @returns {Promise<void>}
 */
export async function tryToInstallHaproxy() {
  if (hasHaproxy() || !mayInstallPackages()) return;
  print("Installing Debian's haproxy for the test of two releases side by side …");
  await installPackages(["haproxy"]);
}
