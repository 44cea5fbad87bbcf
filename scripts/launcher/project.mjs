// The paths of the project. The launcher is plain JavaScript without dependencies, because it runs before anything is
// installed, on whatever Node (20 or later) the machine has.
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expectedError } from "./output.mjs";

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** @param {...string} parts */
export function inProject(...parts) {
  return path.join(ROOT, ...parts);
}

/**
 * The programs that the launcher runs on the project's own Node. For packages, the file is the one that they name as
 * `bin`.
 */
export const TOOLS = {
  biome: inProject("node_modules/@biomejs/biome/bin/biome"),
  tsc: inProject("node_modules/typescript/bin/tsc"),
  knip: inProject("node_modules/knip/bin/knip.js"),
  vitest: inProject("node_modules/vitest/vitest.mjs"),
  playwright: inProject("node_modules/@playwright/test/cli.js"),
  reactRouter: inProject("node_modules/@react-router/dev/bin.cjs"),
  server: inProject("apps/server/src/start/main.ts"),
  serverBundler: inProject("apps/server/bundle.mjs"),
  productFixture: inProject("apps/server/src/testing/run-product.fixture.ts"),
  builtServer: inProject("apps/server/start-built.mjs"),
  serverCommands: inProject("apps/server/src/start/cli.ts"),
  bench: inProject("bench/main.ts"),
  chaos: inProject("chaos/main.ts"),
  siege: inProject("siege/main.ts"),
  mutate: inProject("scripts/mutate-rules.ts"),
};

const NEEDED_MAJOR = 24;

/** The Node binary that was installed with the packages; undefined when there is none for this machine. */
function findPackagedNode() {
  const isWindows = process.platform === "win32";
  const system = isWindows ? "win" : process.platform;
  const binary = inProject(`node_modules/node-${system}-${process.arch}/bin`, isWindows ? "node.exe" : "node");
  return existsSync(binary) ? binary : undefined;
}

/**
 * The Node that runs everything but this launcher: the packaged one, or else the machine's own when it is new enough.
 * @returns {string} path of the binary
 */
export function getNode() {
  const packaged = findPackagedNode();
  if (packaged) return packaged;
  if (Number(process.versions.node.split(".")[0]) >= NEEDED_MAJOR) return process.execPath;
  throw expectedError(
    `Caramelo runs on Node ${NEEDED_MAJOR} and brings its own for Linux and for Windows (x64); for ${process.platform} ${process.arch} please install Node ${NEEDED_MAJOR} or later (this is ${process.version}).`,
  );
}

/**
 * The flags of Node for the server's programs. Settings can also be in a file `.env` of the project (see .env.example).
 */
export function serverFlags() {
  const settings = inProject(".env");
  return existsSync(settings) ? [`--env-file=${settings}`] : [];
}
