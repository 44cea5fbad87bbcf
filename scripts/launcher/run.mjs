import { spawn } from "node:child_process";
import { availableParallelism, constants } from "node:os";
import { ROOT } from "./project.mjs";

/**
 * How many tests run at once: as many as there are cores, but at least what the smallest machine has, and at most what
 * the databases of the tests can serve.
 */
export const WORKERS = Math.min(8, Math.max(2, availableParallelism()));

/** @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv, shell?: boolean, signal?: AbortSignal }} RunOptions */
/** @typedef {{ code: number, output: string }} RunResult */

/**
 * The exit code of a process as a shell gives it: 128 plus the signal's number when a signal ended the process.
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export function exitCodeOf(code, signal) {
  if (code !== null) return code;
  return signal ? 128 + (constants.signals[signal] ?? 0) : 1;
}

/**
 * Runs a program to its end and returns its output (both channels, in order of arrival). For a program that cannot be
 * started, the code is 127 and the output says why.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<RunResult>}
 */
export function runQuietly(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, ...options, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const keep = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString("utf8");
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", (error) => resolve({ code: 127, output: `${output}${error.message}\n` }));
    child.on("close", (code, signal) => resolve({ code: exitCodeOf(code, signal), output }));
  });
}

/**
 * Runs a program to its end in this terminal. Resolves to its exit code; rejects when it cannot be started.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<number>}
 */
export function runShown(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, ...options, stdio: "inherit" });
    child.on("error", reject);
    child.on("close", (code, signal) => resolve(exitCodeOf(code, signal)));
  });
}
