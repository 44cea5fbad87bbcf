import { existsSync } from "node:fs";
import { findBrowser } from "./browser-places.mjs";
import { runQuietly } from "./run.mjs";
import { say } from "./say.mjs";

const APT = "/usr/bin/apt-get";

/**
 * Installs Debian's Chromium when we are root on a system that has it; undefined when we may not or cannot.
 * @returns {Promise<string | undefined>}
 */
export async function browserFromDebian() {
  if (process.getuid?.() !== 0 || !existsSync(APT)) return undefined;
  say("Installing Debian's Chromium for the journeys …");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await runQuietly(APT, ["update"], { env });
  const wanted = ["chromium", "fonts-liberation"];
  const { code, output } = await runQuietly(APT, ["install", "-y", "--no-install-recommends", ...wanted], { env });
  if (code !== 0) say(output.trimEnd());
  return findBrowser();
}
