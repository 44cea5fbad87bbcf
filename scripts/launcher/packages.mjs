import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { print } from "./output.mjs";
import { runQuietly } from "./run.mjs";

const APT = "/usr/bin/apt-get";

/** Debian's packages that tests of whole sites need, and the program by which each is found. */
const SITE_PACKAGES = {
  "redis-server": "redis-server",
  haproxy: "haproxy",
  prometheus: "prometheus",
  "postgresql-15": "/usr/lib/postgresql/15/bin/postgres",
};

/** What this machine lacks for the tests of whole sites, or of other packages. @param {Record<string, string>} packages */
export const listMissingPackages = (packages = SITE_PACKAGES) =>
  Object.entries(packages).flatMap(([name, program]) =>
    spawnSync(program, ["--version"], { stdio: "ignore" }).error ? [name] : [],
  );

/**
 * Installs Debian's packages where that is allowed: as root, on a system that has apt-get. Its output is shown when it
 * fails.
 * @param {string[]} names
 * @returns {Promise<boolean>} whether they are installed
 */
export async function installPackages(names) {
  if (process.getuid?.() !== 0 || !existsSync(APT)) return false;
  print(`Installing Debian's ${names.join(", ")} for the tests …`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await runQuietly(APT, ["update"], { env });
  const { code, output } = await runQuietly(APT, ["install", "-y", "--no-install-recommends", ...names], { env });
  if (code !== 0) print(output.trimEnd());
  return code === 0;
}
