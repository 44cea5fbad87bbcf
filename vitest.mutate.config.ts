import { defineConfig } from "vitest/config";
import { ELSEWHERE, RULE_TESTS, SITE_ALIAS, TEST_TIMEOUT_MS } from "./vitest.config.ts";

/** What StrykerJS runs for each mutant (scripts/mutate-rules.ts): the rule tests, which need no database. */
export default defineConfig({
  resolve: { alias: SITE_ALIAS },
  test: {
    env: ELSEWHERE,
    isolate: false,
    testTimeout: TEST_TIMEOUT_MS,
    include: RULE_TESTS,
    // They compare how long two texts take, and read patterns out of the sources: a mutant does not decide what they find.
    exclude: ["**/node_modules/**", "**/*-cost-rules.test.ts"],
  },
});
