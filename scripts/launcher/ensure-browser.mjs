import { browserFromDebian } from "./browser-debian.mjs";
import { browserFromNpm } from "./browser-npm.mjs";
import { findBrowser, findHeadlessShell } from "./find-browser.mjs";
import { expectedError, print } from "./output.mjs";

const ADVICE = `Chromium is needed for the journeys and was not found. Install it with
    sudo apt-get install -y chromium
or name one with
    CHROMIUM_PATH=/path/to/chromium npm test`;

let hasWholeBrowser = true;

/**
 * Names the browser that this machine lacks for some journeys; undefined when none is missing. The npm package has only
 * a headless shell, which shows no notifications.
 */
export const findMissingBrowser = () =>
  hasWholeBrowser ? undefined : "whole Chromium (Debian's package `chromium`), only a headless shell";

/**
 * Finds or gets a Chromium for the journeys: an installed one, or else Debian's package when we are root, or else the
 * npm package. Its path is set as `CHROMIUM_PATH`, where Playwright's settings read it. The path of a headless shell,
 * in which most journeys run where there is one, is set as `CHROMIUM_SHELL_PATH`.
 * @returns {Promise<void>}
 */
export async function ensureBrowser() {
  const wholeBrowser = (await findBrowser()) ?? (await browserFromDebian());
  const browser = wholeBrowser ?? (await browserFromNpm());
  if (!browser) throw expectedError(ADVICE);
  hasWholeBrowser = wholeBrowser !== undefined;
  const shell = await findHeadlessShell();
  if (shell) process.env.CHROMIUM_SHELL_PATH = shell;
  process.env.CHROMIUM_PATH = browser;
  print(`Chromium for the journeys: ${[shell, browser].filter(Boolean).join(" and ")}`);
}
