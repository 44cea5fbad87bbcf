import { existsSync } from "node:fs";
import { print } from "./output.mjs";
import { runQuietly } from "./run.mjs";

const APT = "/usr/bin/apt-get";

/** Whether we may install Debian's packages here: as root, on a system that has them. */
export const mayInstallPackages = () => process.getuid?.() === 0 && existsSync(APT);

/**
 * Installs Debian's packages; what apt-get writes is shown when it fails.
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
