import { existsSync } from "node:fs";
import { findBrowser } from "./find-browser.mjs";
import { print } from "./output.mjs";
import { runQuietly } from "./run.mjs";

const APT = "/usr/bin/apt-get";

/**
 * Installs Debian's Chromium when we are root on a system that has it; undefined when we may not or cannot.
 * @returns {Promise<string | undefined>}
 */
export async function browserFromDebian() {
  if (process.getuid?.() !== 0 || !existsSync(APT)) return undefined;
  print("Installing Debian's Chromium for the journeys …");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await runQuietly(APT, ["update"], { env });
  // Older releases have no package of the shell.
  for (const browsers of [["chromium", "chromium-headless-shell"], ["chromium"]]) {
    const wanted = ["install", "-y", "--no-install-recommends", ...browsers, "fonts-liberation"];
    const { code, output } = await runQuietly(APT, wanted, { env });
    if (code === 0) break;
    print(output.trimEnd());
  }
  return findBrowser();
}
