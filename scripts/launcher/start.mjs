import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import * as util from "node:util";
import {
  COMPANY_SETTINGS,
  describeErrors,
  listMissingSettings,
} from "../../apps/server/src/start/environment-errors.mjs";
import { ensureServer } from "./build-server.mjs";
import { ensureBuild } from "./build-web.mjs";
import { ensureInstall } from "./install.mjs";
import { expectedError } from "./output.mjs";
import { getNode, inProject, ROOT, serverFlags, TOOLS } from "./project.mjs";
import { endOf, runQuietly } from "./run.mjs";
import { watchParent } from "./watch-parent.mjs";

const ENV_FILE = inProject(".env");
const BRAND_FILE = inProject("packages/contract/src/brand/preset-brand.json");

/** @typedef {Record<string, string | undefined>} Environment */

/**
 * The settings as the server gets them: the environment wins over the file. Undefined where this Node cannot read such
 * a file; the server can, and then reports what is missing.
 * @returns {Environment | undefined}
 */
function findSettings() {
  if (!existsSync(ENV_FILE)) return process.env;
  // `parseEnv` exists since Node 20.12.
  if (!util.parseEnv) return undefined;
  return { ...util.parseEnv(readFileSync(ENV_FILE, "utf8")), ...process.env };
}

/** What production lacks, without what may have been saved in the database. */
function listMissing() {
  const settings = findSettings();
  if (!settings) return [];
  const allErrors = listMissingSettings(settings, JSON.parse(readFileSync(BRAND_FILE, "utf8")));
  // The company's texts may have been saved in the database, if there may be one.
  const mayBeSaved = Boolean(settings.DATABASE_URL) || existsSync(path.resolve(ROOT, settings.DATA_DIR || "data"));
  const savedNames = mayBeSaved ? COMPANY_SETTINGS.map(({ variable }) => variable) : [];
  return allErrors.filter((error) => !savedNames.includes(error.split(" ", 1)[0] ?? ""));
}

/**
 * Throws an error with everything that is missing or wrong, before anything is built. Only with the packages can the server
 * judge the values and what was saved; where they cannot be installed, what is missing is listed alone.
 */
async function checkSettings() {
  const missingSettings = listMissing();
  if (missingSettings.length === 0) return;
  const canJudge = await ensureInstall().then(
    () => true,
    () => false,
  );
  const check = [...serverFlags(), TOOLS.server, "--check"];
  const { output } = canJudge ? await runQuietly(getNode(), check) : { output: "" };
  throw expectedError(output.trimEnd() || describeErrors(missingSettings, ENV_FILE).join("\n"));
}

/**
 * The server closes connections and its database by itself, 30 seconds after the longest drain at the latest
 * (stop-on-signals.ts). A server that still runs after this time is ended with SIGKILL.
 */
const STOP_WITHIN_MS = 95_000;

/**
 * Passes the first signal to stop on to the server and ignores later ones.
 * @param {import("node:child_process").ChildProcess} server
 */
function forwardStop(server) {
  let isStopping = false;
  /** @param {NodeJS.Signals} signal */
  const stop = (signal) => {
    if (isStopping) return;
    isStopping = true;
    server.kill(signal);
    setTimeout(() => server.kill("SIGKILL"), STOP_WITHIN_MS).unref();
  };
  process.on("SIGINT", () => stop("SIGINT"));
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => stop("SIGTERM"));
  watchParent(() => stop("SIGTERM"));
}

/**
 * `npm start`: checks the settings, installs and builds what is missing, and runs the server until it ends.
 * @param {string[]} args
 * @returns {Promise<number>} its exit code
 */
export async function start(args) {
  await checkSettings();
  await ensureInstall();
  await ensureBuild();
  // In its own process group, so that Ctrl-C reaches the server only once, through us. The IPC channel tells it when
  // we were killed (kill -9), and then it stops by itself.
  const server = spawn(getNode(), [...serverFlags(), await ensureServer(), ...args], {
    cwd: ROOT,
    detached: process.platform !== "win32",
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  forwardStop(server);
  return endOf(server);
}
