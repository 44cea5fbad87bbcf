import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import * as util from "node:util";
import { COMPANY_SETTINGS, describeErrors, listMissingSettings } from "../../apps/server/src/start/needed-settings.mjs";
import { ensureServer } from "./build-server.mjs";
import { ensureBuild } from "./build-web.mjs";
import { ensureInstall } from "./install.mjs";
import { expectedError } from "./output.mjs";
import { getNode, inProject, ROOT, serverFlags } from "./project.mjs";
import { endOf } from "./run.mjs";
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

/**
 * Throws an error with everything that production lacks, before anything is installed or built. What may have been
 * saved in the database is checked by the server; it is listed here only when the start fails for another reason.
 */
function checkSettings() {
  const settings = findSettings();
  if (!settings) return;
  const allErrors = listMissingSettings(settings, JSON.parse(readFileSync(BRAND_FILE, "utf8")));
  // The company's texts may have been saved in the database, if there may be one.
  const mayBeSaved = Boolean(settings.DATABASE_URL) || existsSync(path.resolve(ROOT, settings.DATA_DIR || "data"));
  const savedNames = COMPANY_SETTINGS.map(({ variable }) => variable).filter(
    (name) => mayBeSaved && allErrors.some((error) => error.startsWith(`${name} `)),
  );
  const errors = allErrors.filter((error) => !savedNames.includes(error.split(" ", 1)[0] ?? ""));
  if (errors.length === 0) return;
  const names = savedNames.join(", ");
  const unread = names === "" ? [] : [`Unless they were saved at /admin/configuracoes, also needed: ${names}.`];
  throw expectedError([...describeErrors(errors, ENV_FILE), ...unread].join("\n"));
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
  checkSettings();
  await ensureInstall();
  await ensureBuild();
  // In a process group of its own, so that Ctrl-C reaches the server only once, through us. The IPC channel tells it when
  // we were killed (kill -9), and then it stops by itself.
  const server = spawn(getNode(), [...serverFlags(), await ensureServer(), ...args], {
    cwd: ROOT,
    detached: process.platform !== "win32",
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  forwardStop(server);
  return endOf(server);
}
