import { spawnSync } from "node:child_process";
import { installPackages, mayInstallPackages } from "./debian-packages.mjs";
import { print } from "./output.mjs";

/** Whether this machine can start a Redis, which the tests of several processes need. */
export const hasRedisServer = () => spawnSync("redis-server", ["--version"], { stdio: "ignore" }).status === 0;

/**
 * Installs Debian's Redis where there is none and installing is allowed. Without a Redis, the tests that need one are
 * left out.
 * @returns {Promise<void>}
 */
export async function tryToInstallRedis() {
  if (hasRedisServer() || !mayInstallPackages()) return;
  print("Installing Debian's redis-server for the tests of several processes …");
  await installPackages(["redis-server"]);
}
