import { existsSync } from "node:fs";
import { print } from "./output.mjs";
import { runQuietly } from "./run.mjs";

const APT = "/usr/bin/apt-get";

/** Whether Debian's packages may be installed here: as root, on a system that has apt-get. */
export const mayInstallPackages = () => process.getuid?.() === 0 && existsSync(APT);

/**
 * Installs Debian's packages. The output of apt-get is shown when it fails.
 * @param {string[]} names
 * @returns {Promise<boolean>} whether they are installed
 */
export async function installPackages(names) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await runQuietly(APT, ["update"], { env });
  const { code, output } = await runQuietly(APT, ["install", "-y", "--no-install-recommends", ...names], { env });
  if (code !== 0) print(output.trimEnd());
  return code === 0;
}
