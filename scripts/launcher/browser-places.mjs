import { existsSync } from "node:fs";
import path from "node:path";
import { runQuietly } from "./run.mjs";
import { plainFault } from "./say.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

function listLinuxPlaces() {
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter((folder) => folder !== "");
  const known = ["/usr/bin", "/usr/local/bin", "/snap/bin"];
  return [...known, ...folders].flatMap((folder) => NAMES.map((name) => path.join(folder, name)));
}

function listMacPlaces() {
  return ["Google Chrome", "Chromium"].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
}

function listWindowsPlaces() {
  const roots = [process.env.PROGRAMFILES, process.env["PROGRAMFILES(X86)"], process.env.LOCALAPPDATA];
  const tails = ["Google/Chrome/Application/chrome.exe", "Microsoft/Edge/Application/msedge.exe"];
  return roots.flatMap((root) => (root ? tails.map((tail) => path.join(root, tail)) : []));
}

function listPlaces() {
  if (process.platform === "darwin") return listMacPlaces();
  if (process.platform === "win32") return listWindowsPlaces();
  return listLinuxPlaces();
}

/**
 * Whether the file really is a browser that starts here: Ubuntu's `chromium-browser` may be a script that only says
 * "install the snap", and a downloaded one may lack a library.
 * @param {string} file
 */
async function isWorkingBrowser(file) {
  // On Windows `--version` opens a window instead of answering.
  if (process.platform === "win32") return existsSync(file);
  const { code, output } = await runQuietly(file, ["--version"]);
  return code === 0 && /Chrom/.test(output);
}

/**
 * The Chromium named by CHROMIUM_PATH, else the first that works in the usual places; undefined when there is none.
 * @returns {Promise<string | undefined>}
 */
export async function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (await isWorkingBrowser(named)) return named;
    throw plainFault(`CHROMIUM_PATH names ${named}, which does not start as a Chromium.`);
  }
  for (const place of listPlaces()) {
    if (existsSync(place) && (await isWorkingBrowser(place))) return place;
  }
  return undefined;
}
