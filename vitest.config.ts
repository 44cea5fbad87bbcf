import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Tests of rules, which are pure in every folder. */
export const RULE_TESTS = ["**/rules.test.{ts,tsx}", "**/*-rules.test.{ts,tsx}"];
/** Ends tests that hang. It is long, because a busy machine is only slow. */
export const TEST_TIMEOUT_MS = 120_000;
export const SITE_ALIAS = { "~": fileURLToPath(new URL("./apps/web/app", import.meta.url)) };
/** Another time zone than São Paulo's, which must decide what people read on every machine. */
export const ELSEWHERE = { TZ: "Asia/Tokyo" };

/** Hashes passwords at the lowest cost, because they are slow to hash on purpose. */
const CHEAP_ARGON2 = fileURLToPath(new URL("./apps/server/src/testing/cheap-argon2.ts", import.meta.url));
/** Starts a PostgreSQL for the files of a project, and only where some of them run. */
const globalSetup = "apps/server/src/testing/global-setup.ts";

/** Tests whose files share nothing but a PostgreSQL. @param name of the project, and the suffix of its files */
const aloneProject = (name: string) => ({
  extends: true as const,
  test: { name, include: [`**/*.${name}.test.ts`], globalSetup, provide: { triesEveryCase: name === "slow" } },
});

export default defineConfig({
  resolve: { alias: SITE_ALIAS },
  test: {
    pool: "forks",
    // The launcher counts the cores; two is what the smallest machine has.
    maxWorkers: Number(process.env.TEST_WORKERS ?? 2),
    passWithNoTests: false,
    allowOnly: false,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: "rules",
          env: ELSEWHERE,
          // Pure modules keep no state, so the files can share a process, which loads the modules once.
          isolate: false,
          include: ["**/*.test.{ts,tsx}"],
          exclude: [
            "**/node_modules/**",
            "**/*.{feature,alone,slow,sites}.test.ts",
            "apps/web/app/**/!(*rules).test.{ts,tsx}",
          ],
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          env: ELSEWHERE,
          // Stores, hooks and the sync engine keep state in their modules, so each file loads the modules anew, in a
          // context of a thread, which costs a fifth of a process.
          pool: "vmThreads",
          include: ["apps/web/app/**/*.test.{ts,tsx}"],
          exclude: RULE_TESTS,
          setupFiles: "apps/web/app/testing/set-up.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "feature",
          // Each file opens a server on its own database and modules keep no state, so files can share a process.
          isolate: false,
          include: ["**/*.feature.test.ts"],
          alias: { "@node-rs/argon2": CHEAP_ARGON2 },
          globalSetup,
        },
      },
      // Files that replace a module or close the decoders of their process, and those with pictures or clusters.
      aloneProject("alone"),
      // Whole matrices, kills and inputs at random.
      aloneProject("slow"),
      // What needs more than Node and npm: Redis, HAProxy, Prometheus or Debian's PostgreSQL.
      aloneProject("sites"),
    ],
  },
});
