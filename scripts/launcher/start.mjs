import { spawn } from "node:child_process";
import { ensureServer } from "./build-server.mjs";
import { ensureBuild } from "./build-web.mjs";
import { checkSettings } from "./check-settings.mjs";
import { getNode, serverFlags } from "./find-node.mjs";
import { ensureInstall } from "./install.mjs";
import { ROOT } from "./project.mjs";
import { exitCodeOf } from "./run.mjs";
import { watchParent } from "./watch-parent.mjs";

/**
 * The server closes connections and its database by itself, 30 seconds after the longest drain at the latest
 * (stop-on-signals.ts). A server that still runs after this time is ended with SIGKILL.
 */
const STOP_WITHIN_MS = 95_000;

/**
 * Starts the program of the server in a process group of its own, so that Ctrl-C reaches it only once, through us. The
 * IPC channel tells it when we were killed (kill -9), and then it stops by itself.
 * @param {string} program
 * @param {string[]} args
 */
function spawnServer(program, args) {
  return spawn(getNode(), [...serverFlags(), program, ...args], {
    cwd: ROOT,
    detached: process.platform !== "win32",
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
}

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
  process.on("SIGTERM", () => stop("SIGTERM"));
  process.on("SIGHUP", () => stop("SIGTERM"));
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
  const server = spawnServer(await ensureServer(), args);
  forwardStop(server);
  return new Promise((resolve, reject) => {
    server.on("error", reject);
    server.on("exit", (code, signal) => resolve(exitCodeOf(code, signal)));
  });
}
