import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Tests of several processes, which need a Redis. Where there is none, `npm run test:all` lists them as left out. */
const NODES_TESTS = ["apps/server/src/start/nodes*.test.ts", "chaos/nodes.test.ts"];
/** The test of two releases side by side, which needs a Redis, HAProxy and the history of the project as well. */
const ROLLING_TESTS = ["chaos/rolling.test.ts"];
/** Tests of a failover and of replicas, which need Debian's PostgreSQL and Redis. Where one is missing, they are listed as left out. */
const FAILOVER_TESTS = ["apps/server/src/platform/database/{failover,replicas}.test.ts", "chaos/failover.test.ts"];
/** The test of everything that a site runs on, which needs a Redis, Debian's PostgreSQL, HAProxy and Prometheus. */
const ENGINES_TESTS = ["chaos/engines.test.ts"];
/** Tests that need a running PostgreSQL. */
const DATABASE_TESTS = [
  "apps/server/src/{base,features}/**/*.test.ts",
  "apps/server/src/platform/{database,http,metrics,nodes,payments,traces}/**/*.test.ts",
  "apps/server/src/start/live*.test.ts",
  "apps/server/src/start/{first-answers,open-context}.test.ts",
  "apps/server/src/demo/demo*.test.ts",
  "apps/server/src/testing/**/*.test.ts",
];
/** Database tests that replace a module. Another file of a shared process may have loaded the real one before. */
const MOCKING_TESTS = globSync(DATABASE_TESTS).filter((file) => readFileSync(file, "utf8").includes("vi.mock("));
/**
 * Database tests with `@one-database` in a comment, which says why: all their statements are those of other tests, so the
 * part `database` leaves them out.
 */
const ONE_DATABASE_TESTS =
  process.env.TEST_REPEATED === "off"
    ? globSync(DATABASE_TESTS).filter((file) => readFileSync(file, "utf8").includes("@one-database"))
    : [];
/** Database tests that start the product and kill it. */
const CRASH_TESTS = ["apps/server/src/features/*/crash.test.ts"];
/** Those of them that kill the embedded PostgreSQL as well, so that they need no other. */
const CLUSTER_CRASH_TESTS = ["apps/server/src/features/backup/crash.test.ts"];
/** Tests of what is stored in files, which run once more with an S3 bucket in place of the data folder. */
const BUCKET_TESTS = [
  "apps/server/src/features/{photos,exports,verification}/*.test.ts",
  "apps/server/src/features/backup/{backup,erasures}.test.ts",
];
/** Tests that send many random inputs to every call. */
const FUZZ_TESTS = ["apps/server/src/platform/http/fuzz.test.ts"];
/**
 * Tests without a shared database that need a process of their own: they take too many seconds (pictures, clusters) for
 * the fast check, and they close the picture decoders of their process for good.
 */
const HEAVY_TESTS = [
  "apps/server/src/platform/images/**/*.test.ts",
  "apps/server/src/demo/portraits/*.test.ts",
  "packages/embedded-postgres/**/*.test.ts",
];
/** Stores, hooks and the sync engine keep state in their modules, so each file loads the modules anew. */
const BROWSER_TESTS = ["apps/web/app/**/*.test.{ts,tsx}"];
/** Tests of rules, which are pure in every folder. */
export const RULE_TESTS = ["**/rules.test.{ts,tsx}", "**/*-rules.test.{ts,tsx}"];
/** Ends tests that hang. It is long, because a busy machine is only slow. */
export const TEST_TIMEOUT_MS = 60_000;
const ROOT = fileURLToPath(new URL(".", import.meta.url));
export const SITE_ALIAS = { "~": fileURLToPath(new URL("./apps/web/app", import.meta.url)) };
/** Another time zone than São Paulo's, which must decide what people read on every machine. */
export const ELSEWHERE = { TZ: "Asia/Tokyo" };

/** Files that take a good part of a minute, or several. */
const SLOWEST = [
  "chaos/nodes.test.ts",
  "chaos/chaos.test.ts",
  ...FUZZ_TESTS,
  "apps/server/src/platform/http/access-matrix.test.ts",
  ...HEAVY_TESTS,
];

/** Begins with the slowest files, so that at the end no worker is left alone with one of them. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) =>
      SLOWEST.some((pattern) => path.matchesGlob(path.relative(ROOT, moduleId), pattern));
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

export default defineConfig({
  resolve: { alias: SITE_ALIAS },
  test: {
    pool: "forks",
    // The launcher counts the idle cores; two is what the smallest machine has.
    maxWorkers: Number(process.env.TEST_WORKERS ?? 2),
    sequence: { sequencer: SlowestFirst },
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
          include: [
            ...RULE_TESTS,
            "{apps,packages}/*/src/**/*.test.{ts,tsx}",
            "apps/web/{service-worker,site-build}/*.test.ts",
            "scripts/**/*.test.ts",
            "{bench,siege,testing}/*.test.ts",
          ],
          exclude: [
            "**/node_modules/**",
            ...[...DATABASE_TESTS, ...HEAVY_TESTS, ...NODES_TESTS].map((pattern) =>
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
          // Each file opens a server on its own database and modules keep no state, so files can share a process.
          isolate: false,
          include: DATABASE_TESTS,
          exclude: [
            ...RULE_TESTS,
            ...MOCKING_TESTS,
            ...CRASH_TESTS,
            ...FUZZ_TESTS,
            ...FAILOVER_TESTS,
            ...ONE_DATABASE_TESTS,
          ],
          setupFiles: "apps/server/src/testing/distribution/record.ts",
          globalSetup: "apps/server/src/testing/global-setup.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "bucket",
          isolate: false,
          include: BUCKET_TESTS,
          exclude: [...RULE_TESTS, ...MOCKING_TESTS],
          globalSetup: "apps/server/src/testing/global-setup.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "feature-alone",
          include: MOCKING_TESTS,
          exclude: [...RULE_TESTS, ...ONE_DATABASE_TESTS],
          globalSetup: "apps/server/src/testing/global-setup.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "crash",
          include: CRASH_TESTS,
          exclude: [...CLUSTER_CRASH_TESTS, ...ONE_DATABASE_TESTS],
          globalSetup: "apps/server/src/testing/global-setup.ts",
        },
      },
      { extends: true, test: { name: "cluster-crash", include: CLUSTER_CRASH_TESTS } },
      {
        extends: true,
        test: { name: "fuzz", include: FUZZ_TESTS, globalSetup: "apps/server/src/testing/global-setup.ts" },
      },
      { extends: true, test: { name: "heavy", include: HEAVY_TESTS, exclude: RULE_TESTS } },
      {
        extends: true,
        test: { name: "nodes", include: NODES_TESTS, globalSetup: "apps/server/src/testing/global-setup.ts" },
      },
      { extends: true, test: { name: "failover", include: FAILOVER_TESTS } },
      { extends: true, test: { name: "engines", include: ENGINES_TESTS } },
      {
        extends: true,
        test: {
          name: "chaos",
          include: ["chaos/*.test.ts"],
          exclude: [...RULE_TESTS, ...NODES_TESTS, ...FAILOVER_TESTS, ...ROLLING_TESTS, ...ENGINES_TESTS],
        },
      },
      {
        extends: true,
        test: { name: "rolling", include: ROLLING_TESTS, globalSetup: "apps/server/src/testing/global-setup.ts" },
      },
    ],
  },
});
