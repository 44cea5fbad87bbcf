import { randomInt } from "node:crypto";
import { openTestRun } from "../test-run.mjs";
import { ensureBrowser } from "./browser.mjs";
import { buildServer } from "./build-server.mjs";
import { ensureBuild } from "./build-web.mjs";
import { ensureInstall } from "./install.mjs";
import { print } from "./output.mjs";
import { getNode, inProject, serverFlags, TOOLS } from "./project.mjs";
import { runShown } from "./run.mjs";

const SITE_PORT = "5173";
const FUZZ_CASES = "20000";

/**
 * `npm run build`: installs and builds what `npm start` would, for operators who start the server in another way, such
 * as a service or an image.
 */
export async function build() {
  await ensureInstall();
  await ensureBuild();
  await buildServer();
  return 0;
}

/** `npm run bench`: measures the built product side by side with bare servers. @param {string[]} args see bench/README.md */
export async function bench(args) {
  await ensureInstall();
  // `--age` only reads what was written before.
  if (!args.includes("--age")) {
    await build();
    await ensureBrowser();
  }
  return runShown(getNode(), [TOOLS.bench, ...args]);
}

/** `npm run chaos`, `siege` and `mutate`: a program that has the command's arguments. @param {string} program */
export const harness = (program) => async (/** @type {string[]} */ args) => {
  await ensureInstall();
  await openTestRun();
  return runShown(getNode(), [program, ...args]);
};

/** A command of the server (`db:new`, `db:types`, `admin` …) with its arguments. @param {string} command */
export const serverCommand = (command) => async (/** @type {string[]} */ args) => {
  await ensureInstall();
  return runShown(getNode(), [...serverFlags(), TOOLS.serverCommands, command, ...args]);
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
  const PUBLIC_URL = process.env.PUBLIC_URL ?? `http://127.0.0.1:${SITE_PORT}`;
  const env = { ...process.env, PUBLIC_URL, REACT_ROUTER_DISABLE_TELEMETRY: "1" };
  const run = (/** @type {string[]} */ args, cwd = inProject()) =>
    runShown(getNode(), args, { cwd, env, signal: ending.signal });
  const site = [TOOLS.reactRouter, "dev", "--host", "127.0.0.1", "--port", SITE_PORT];
  try {
    return await Promise.race([
      run(["--watch", "--watch-preserve-output", ...serverFlags(), TOOLS.server]),
      run(site, inProject("apps/web")),
    ]);
  } catch (error) {
    if (ending.signal.aborted) return 0;
    throw error;
  } finally {
    ending.abort();
  }
}

/** `npm run generate`: writes the generated files, and completes the lock file. */
export async function generate() {
  await ensureInstall();
  for (const name of ["api-table", "inventory", "growth"]) {
    const code = await runShown(getNode(), [inProject("scripts", `generate-${name}.ts`)]);
    if (code !== 0) return code;
  }
  return runShown(getNode(), [inProject("scripts/complete-lock.mjs")]);
}
