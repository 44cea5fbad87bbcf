import { existsSync } from "node:fs";
import path from "node:path";
import { expectedError } from "./output.mjs";
import { runQuietly } from "./run.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

// Chromium without the window around a page: it draws the same pages with less than half of the processor time.
const SHELL_NAMES = ["chromium-headless-shell"];

/** @param {string[]} names */
function listLinuxPaths(names) {
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter((folder) => folder !== "");
  const knownFolders = ["/usr/bin", "/usr/local/bin", "/snap/bin"];
  return names.flatMap((name) => [...knownFolders, ...folders].map((folder) => path.join(folder, name)));
}

function listMacPaths() {
  return ["Google Chrome", "Chromium"].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
}

function listWindowsPaths() {
  const roots = [process.env.PROGRAMFILES, process.env["PROGRAMFILES(X86)"], process.env.LOCALAPPDATA];
  const tails = ["Google/Chrome/Application/chrome.exe", "Microsoft/Edge/Application/msedge.exe"];
  return roots.flatMap((root) => (root ? tails.map((tail) => path.join(root, tail)) : []));
}

function listPaths() {
  if (process.platform === "darwin") return listMacPaths();
  if (process.platform === "win32") return listWindowsPaths();
  return listLinuxPaths(NAMES);
}

/** @param {string[]} files */
async function findWorking(files) {
  for (const file of files) {
    if (existsSync(file) && (await isWorkingBrowser(file))) return file;
  }
  return undefined;
}

/**
 * Whether the file really is a browser that starts here. Ubuntu's `chromium-browser` may be a script that only says
 * "install the snap", and a downloaded one may lack a library.
 * @param {string} file
 */
async function isWorkingBrowser(file) {
  // On Windows `--version` opens a window instead of printing the version.
  if (process.platform === "win32") return existsSync(file);
  const { code, output } = await runQuietly(file, ["--version"]);
  return code === 0 && /Chrom/.test(output);
}

/**
 * The Chromium named by CHROMIUM_PATH, or else the first working one in the usual places; undefined when there is
 * none. Throws when the named one does not start.
 * @returns {Promise<string | undefined>}
 */
export async function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (await isWorkingBrowser(named)) return named;
    throw expectedError(`CHROMIUM_PATH names ${named}, which does not start as a Chromium.`);
  }
  return findWorking(listPaths());
}

/**
 * Chromium's headless shell, where it is installed. It is not used together with a browser named by CHROMIUM_PATH.
 * @returns {Promise<string | undefined>}
 */
export async function findHeadlessShell() {
  if (process.env.CHROMIUM_PATH || process.platform !== "linux") return undefined;
  return findWorking(listLinuxPaths(SHELL_NAMES));
}
