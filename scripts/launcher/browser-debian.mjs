import { installPackages, mayInstallPackages } from "./debian-packages.mjs";
import { findBrowser } from "./find-browser.mjs";
import { print } from "./output.mjs";

/**
 * Installs Debian's Chromium and returns its path; undefined where installing is not allowed or fails.
 * @returns {Promise<string | undefined>}
 */
export async function browserFromDebian() {
  if (!mayInstallPackages()) return undefined;
  print("Installing Debian's Chromium for the journeys …");
  // Older releases of Debian have no package of the headless shell.
  for (const browsers of [["chromium", "chromium-headless-shell"], ["chromium"]]) {
    if (await installPackages([...browsers, "fonts-liberation"])) break;
  }
  return findBrowser();
}
