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
    // Tests of costs measure times and read patterns from the sources, neither of which depends on a mutant.
    exclude: ["**/node_modules/**", "**/*-cost-rules.test.ts"],
  },
});
