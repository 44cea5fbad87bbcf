import { randomInt } from "node:crypto";
import { openTestRun } from "../../testing/test-run.mjs";
import { ensureBrowser } from "./browser.mjs";
import { buildServer } from "./build-server.mjs";
import { ensureBuild } from "./build-web.mjs";
import { getNode, serverFlags } from "./find-node.mjs";
import { ensureInstall } from "./install.mjs";
import { print } from "./output.mjs";
import { inProject, TOOLS } from "./project.mjs";
import { runShown } from "./run.mjs";

const SITE_PORT = "5173";
const FUZZ_CASES = "20000";

/**
 * `npm run build`: installs and builds what `npm start` would, for who starts the server in another way, such as a
 * service or an image.
 */
export async function build() {
  await ensureInstall();
  await ensureBuild();
  await buildServer();
  return 0;
}

/**
 * `npm run bench`: measures the built product side by side with bare servers.
 * @param {string[]} args see bench/README.md
 * @returns {Promise<number>} 1 when something could not be measured or a target was missed
 */
export async function bench(args) {
  await build();
  await ensureBrowser();
  return runShown(getNode(), [TOOLS.bench, ...args]);
}

/**
 * A command that passes its arguments on to a program: `npm run chaos`, `siege` and `mutate`.
 * @param {string} program
 * @returns {(args: string[]) => Promise<number>}
 */
export const harness = (program) => async (args) => {
  await ensureInstall();
  await openTestRun();
  return runShown(getNode(), [program, ...args]);
};

/**
 * `npm run fuzz`: sends hostile and ordinary input to every call, different input each time. `npm run fuzz -- <cases>
 * <seed>` sets the number of cases, or repeats a run.
 * @param {string[]} args
 */
export async function fuzz([cases = FUZZ_CASES, seed = String(randomInt(2 ** 31))]) {
  await ensureInstall();
  print(`Fuzzing the calls with ${cases} cases; the same again: npm run fuzz -- ${cases} ${seed}`);
  const env = { ...process.env, FUZZ_CASES: cases, FUZZ_SEED: seed };
  return runShown(getNode(), [TOOLS.vitest, "run", "platform/http/fuzz.slow"], { env });
}

/**
 * `npm run dev`: the server, which Node restarts when its files change, with Vite in front of it, which passes /api on.
 * Open Vite's address in the browser. Both processes end together.
 */
export async function dev() {
  await ensureInstall();
  const ending = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => ending.abort());
  const env = {
    ...process.env,
    PUBLIC_URL: process.env.PUBLIC_URL ?? `http://127.0.0.1:${SITE_PORT}`,
    REACT_ROUTER_DISABLE_TELEMETRY: "1",
  };
  const options = { env, signal: ending.signal };
  const code = await Promise.race([
    runShown(getNode(), ["--watch", "--watch-preserve-output", ...serverFlags(), TOOLS.server], options),
    runShown(getNode(), [TOOLS.reactRouter, "dev", "--host", "127.0.0.1", "--port", SITE_PORT], {
      ...options,
      cwd: inProject("apps/web"),
    }),
  ]).catch((error) => (ending.signal.aborted ? 0 : Promise.reject(error)));
  ending.abort();
  return code;
}

/** `npm run generate`: writes what is made from something else, and completes the lock file. */
export async function generate() {
  await ensureInstall();
  for (const name of ["api-table", "inventory", "distribution", "growth"]) {
    const code = await runShown(getNode(), [inProject("scripts", `generate-${name}.ts`)]);
    if (code !== 0) return code;
  }
  return runShown(getNode(), [inProject("scripts/complete-lock.mjs")]);
}

/**
 * A command of the server (`db:new`, `db:types`, `admin` …) with its arguments.
 * @param {string} command
 * @returns {(args: string[]) => Promise<number>}
 */
export const serverCommand = (command) => async (args) => {
  await ensureInstall();
  return runShown(getNode(), [...serverFlags(), TOOLS.serverCommands, command, ...args]);
};
