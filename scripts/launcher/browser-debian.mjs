import { installPackages, mayInstallPackages } from "./debian-packages.mjs";
import { findBrowser } from "./find-browser.mjs";
import { print } from "./output.mjs";

/**
 * Installs Debian's Chromium where we may; undefined where we may not or cannot.
 * @returns {Promise<string | undefined>}
 */
export async function browserFromDebian() {
  if (!mayInstallPackages()) return undefined;
  print("Installing Debian's Chromium for the journeys …");
  // Older releases have no package of the shell.
  for (const browsers of [["chromium", "chromium-headless-shell"], ["chromium"]]) {
    if (await installPackages([...browsers, "fonts-liberation"])) break;
  }
  return findBrowser();
}
