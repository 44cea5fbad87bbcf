import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Tests of several processes, which need a Redis: `npm run test:all` leaves them out where there is none, and says so. */
const NODES_TESTS = ["apps/server/src/start/nodes*.test.ts", "chaos/nodes.test.ts"];
/** Tests that need a running PostgreSQL. */
const DATABASE_TESTS = [
  "apps/server/src/{base,features}/**/*.test.ts",
  "apps/server/src/platform/{database,http,nodes,payments}/**/*.test.ts",
  "apps/server/src/start/live*.test.ts",
  "apps/server/src/start/first-answers.test.ts",
  "apps/server/src/demo/demo*.test.ts",
  "apps/server/src/testing/**/*.test.ts",
];
/** Database tests that replace a module: in a shared process it may have been loaded before. */
const MOCKING_TESTS = globSync(DATABASE_TESTS).filter((file) => readFileSync(file, "utf8").includes("vi.mock("));
/** Database tests that need a process of their own: they end processes, or replace a module. */
const ALONE_TESTS = ["apps/server/src/features/*/crash.test.ts", ...MOCKING_TESTS];
/** Inputs at random for all calls, many of each. */
const FUZZ_TESTS = ["apps/server/src/platform/http/fuzz.test.ts"];
/**
 * Tests without a database that need a process of their own: they take so many seconds (pictures, clusters) that the fast check
 * would not be fast, and they close the picture decoders of the process that they run in for good.
 */
const HEAVY_TESTS = [
  "apps/server/src/platform/images/**/*.test.ts",
  "apps/server/src/demo/portraits/*.test.ts",
  "packages/embedded-postgres/**/*.test.ts",
];
/** Stores, hooks and the sync engine keep state in their modules, as they do in a tab: each file begins with none. */
const BROWSER_TESTS = ["apps/web/app/**/*.test.{ts,tsx}"];
/** Pure wherever they lie. */
const RULE_TESTS = ["**/rules.test.{ts,tsx}", "**/*-rules.test.{ts,tsx}"];
/** What people read is in São Paulo's time on any machine, so these tests stand where another day has begun. */
const ELSEWHERE = { TZ: "Asia/Tokyo" };

export default defineConfig({
  resolve: { alias: { "~": fileURLToPath(new URL("./apps/web/app", import.meta.url)) } },
  test: {
    pool: "forks",
    // The launcher counts the idle cores; two is what the smallest machine has.
    maxWorkers: Number(process.env.TEST_WORKERS ?? 2),
    passWithNoTests: false,
    allowOnly: false,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    // Ends what hangs; a busy machine is only slow.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: "rules",
          env: ELSEWHERE,
          // What is pure leaves nothing behind: files share a process and load the product's modules once.
          isolate: false,
          include: [
            ...RULE_TESTS,
            "{apps,packages}/*/src/**/*.test.{ts,tsx}",
            "apps/web/{service-worker,site-build}/*.test.ts",
            "scripts/**/*.test.ts",
            "bench/*.test.ts",
          ],
          exclude: [
            "**/node_modules/**",
            ...[...DATABASE_TESTS, ...ALONE_TESTS, ...HEAVY_TESTS, ...NODES_TESTS].map((pattern) =>
              pattern.replace("*.test.ts", "!(*rules).test.ts"),
            ),
          ],
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          env: ELSEWHERE,
          include: BROWSER_TESTS,
          exclude: RULE_TESTS,
          setupFiles: "apps/web/app/testing/set-up.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "feature",
          // Each file opens a server on a database of its own; the modules hold nothing between two of them.
          isolate: false,
          include: DATABASE_TESTS,
          exclude: [...RULE_TESTS, ...ALONE_TESTS, ...FUZZ_TESTS],
          globalSetup: "apps/server/src/testing/global-setup.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "feature-alone",
          include: ALONE_TESTS,
          exclude: RULE_TESTS,
          globalSetup: "apps/server/src/testing/global-setup.ts",
        },
      },
      {
        extends: true,
        test: { name: "fuzz", include: FUZZ_TESTS, globalSetup: "apps/server/src/testing/global-setup.ts" },
      },
      { extends: true, test: { name: "heavy", include: HEAVY_TESTS, exclude: RULE_TESTS } },
      {
        extends: true,
        test: { name: "nodes", include: NODES_TESTS, globalSetup: "apps/server/src/testing/global-setup.ts" },
      },
      {
        extends: true,
        test: { name: "chaos", include: ["chaos/*.test.ts"], exclude: [...RULE_TESTS, ...NODES_TESTS] },
      },
    ],
  },
});
