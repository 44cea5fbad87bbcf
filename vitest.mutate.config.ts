import { defineConfig } from "vitest/config";
import { RULE_TESTS, SITE_ALIAS } from "./vitest.config.ts";

/** What StrykerJS runs for each mutant (scripts/mutate-rules.ts): the rule tests, which need no database. */
export default defineConfig({
  resolve: { alias: SITE_ALIAS },
  test: {
    isolate: false,
    include: RULE_TESTS,
    // They compare how long two texts take, and read patterns out of the sources: a mutant does not decide what they find.
    exclude: ["**/node_modules/**", "**/*-cost-rules.test.ts"],
  },
});
