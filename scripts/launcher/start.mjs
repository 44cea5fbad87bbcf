import { spawn } from "node:child_process";
import { ensureServer } from "./build-server.mjs";
import { ensureBuild } from "./build-web.mjs";
import { checkSettings } from "./check-settings.mjs";
import { ensureInstall } from "./install.mjs";
import { getNode, ROOT, serverFlags } from "./project.mjs";
import { endOf } from "./run.mjs";
import { watchParent } from "./watch-parent.mjs";

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
