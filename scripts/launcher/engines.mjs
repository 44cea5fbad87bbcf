import { existsSync, readdirSync } from "node:fs";
import { findFloorBrowser } from "./browser.mjs";
import { installPackages, listMissingPackages } from "./packages.mjs";

/** Debian's packages with the other engines, each with its program. WebKitGTK opens a window, so it needs a screen. */
const ENGINE_PACKAGES = { "firefox-esr": "firefox-esr", "webkit2gtk-driver": "WebKitWebDriver", xvfb: "Xvfb" };

/** The browsers of e2e/engines that were found, by their project of Playwright. @type {Set<string>} */
const foundEngines = new Set();

/**
 * Finds the browsers besides today's Chromium in which journeys run, and installs Debian's packages as root.
 * Playwright's settings and the journeys read the paths from the environment.
 */
export async function findEngines() {
  const missingPackages = listMissingPackages(ENGINE_PACKAGES);
  if (missingPackages.length > 0) await installPackages(missingPackages);
  const lacks = new Set(listMissingPackages(ENGINE_PACKAGES));
  const webkit = findMiniBrowser();
  const floor = await findFloorBrowser();
  if (!lacks.has("firefox-esr")) foundEngines.add("firefox");
  if (webkit && !lacks.has("webkit2gtk-driver") && !lacks.has("xvfb")) foundEngines.add("webkit");
  if (floor) foundEngines.add("floor");
  Object.assign(process.env, { WEBKIT_BROWSER_PATH: webkit ?? "", FLOOR_CHROMIUM_PATH: floor ?? "" });
}

/** WebKitGTK's own browser, in the folder of the machine's architecture. */
function findMiniBrowser() {
  const folders = existsSync("/usr/lib") ? readdirSync("/usr/lib") : [];
  return folders.map((folder) => `/usr/lib/${folder}/webkit2gtk-4.1/MiniBrowser`).find((file) => existsSync(file));
}

export const listFoundEngines = () => [...foundEngines];

/** Names the browsers that this machine lacks; undefined when none is missing. */
export function findMissingEngines() {
  const names = { firefox: "firefox-esr", webkit: "webkit2gtk-driver and xvfb", floor: "a Chromium 112 from npm" };
  const missingNames = Object.entries(names).flatMap(([engine, name]) => (foundEngines.has(engine) ? [] : [name]));
  return missingNames.length > 0 ? missingNames.join(", ") : undefined;
}
