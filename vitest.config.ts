import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Tests that need a running PostgreSQL, or so many seconds (pictures) that the fast check would not be fast. */
const SLOW_TESTS = [
  "apps/server/src/features/**/*.test.ts",
  "apps/server/src/platform/{database,embedded-postgres,http,images}/**/*.test.ts",
  "apps/server/src/live*.test.ts",
  "apps/server/src/demo/demo*.test.ts",
  "apps/server/src/demo/portraits/*.test.ts",
  "apps/server/src/testing/**/*.test.ts",
];
/** Pure wherever they lie. */
const RULE_TESTS = "**/rules.test.ts";

export default defineConfig({
  resolve: { alias: { "~": fileURLToPath(new URL("./apps/web/app", import.meta.url)) } },
  test: {
    pool: "forks",
    // Two is what the smallest machine has; each worker of the feature tests also owns a database.
    maxWorkers: 2,
    passWithNoTests: false,
    allowOnly: false,
    restoreMocks: true,
    unstubEnvs: true,
    // Ends what hangs; a busy machine is only slow.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: "rules",
          include: [
            "{apps,packages}/*/{src,app}/**/*.test.{ts,tsx}",
            "apps/web/{,service-worker/}*.test.ts",
            "scripts/**/*.test.ts",
            "bench/*.test.ts",
          ],
          exclude: SLOW_TESTS.map((pattern) => pattern.replace("*.test.ts", "!(rules).test.ts")),
        },
      },
      {
        extends: true,
        test: {
          name: "feature",
          include: SLOW_TESTS,
          exclude: [RULE_TESTS],
          globalSetup: "apps/server/src/testing/global-setup.ts",
        },
      },
    ],
  },
});
