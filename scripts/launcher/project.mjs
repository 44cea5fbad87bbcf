// The paths of the project. The launcher is plain JavaScript without dependencies, because it runs before anything is
// installed, on whatever Node (20 or later) the machine has.
import path from "node:path";
import { fileURLToPath } from "node:url";

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
