import { spawn } from "node:child_process";
import { availableParallelism, constants } from "node:os";
import { ROOT } from "./project.mjs";

/**
 * How many tests run at once: as many as there are cores, but at least what the smallest machine has, and at most what
 * the databases of the tests can serve.
 */
export const WORKERS = Math.min(8, Math.max(2, availableParallelism()));

/** @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv, shell?: boolean, signal?: AbortSignal }} RunOptions */

/**
 * Waits for the end of a process. Its exit code is what a shell gives: 128 plus the signal's number when a signal ended
 * it. Rejects when it cannot be started.
 * @param {import("node:child_process").ChildProcess} child
 * @returns {Promise<number>}
 */
export const endOf = (child) =>
  new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? "SIGKILL"]));
  });

/**
 * Runs a program to its end and returns its output (both channels, in order of arrival). For a program that cannot be
 * started, the code is 127 and the output says why.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 */
export async function runQuietly(command, args, options = {}) {
  const child = spawn(command, args, { cwd: ROOT, ...options, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  const code = await endOf(child).catch((error) => {
    output += `${error.message}\n`;
    return 127;
  });
  return { code, output };
}

/**
 * Runs a program to its end in this terminal.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 */
export const runShown = (command, args, options = {}) =>
  endOf(spawn(command, args, { cwd: ROOT, ...options, stdio: "inherit" }));
